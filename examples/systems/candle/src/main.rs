//! A DeBERTa cross-encoder from local files, as a command for phenom: pairs as JSON lines in, answers out.
//!
//! ```sh
//! candle-nli FOLDER
//! ```
//!
//! `FOLDER` has `config.json`, `tokenizer.json` and `model.safetensors`, as Hugging Face stores models such as
//! DeBERTa-v3 trained on MultiNLI. Nothing is downloaded. Labels are those of the model (`id2label`), in lower case.

use std::collections::BTreeMap;
use std::io::{BufRead, Write, stdin, stdout};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use candle_core::{D, DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_nn::ops::softmax;
use candle_transformers::models::debertav2::{Config, DebertaV2SeqClassificationModel};
use serde::{Deserialize, Serialize};
use tokenizers::{PaddingParams, Tokenizer, TruncationParams, TruncationStrategy};

/// How many pairs are judged at once.
const BATCH: usize = 16;

#[derive(Deserialize)]
struct Pair {
    id: String,
    text: String,
    hypothesis: String,
}

#[derive(Serialize)]
struct Answer<'a> {
    id: &'a str,
    label: &'a str,
    confidence: f64,
    probabilities: BTreeMap<&'a str, f64>,
}

struct Classifier {
    model: DebertaV2SeqClassificationModel,
    tokenizer: Tokenizer,
    labels: Vec<String>,
    device: Device,
}

impl Classifier {
    fn load(folder: &Path) -> Result<Self> {
        let read = |name: &str| {
            let path = folder.join(name);
            std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))
        };
        let device = Device::Cpu;
        let config: Config =
            serde_json::from_slice(&read("config.json")?).context("config.json")?;
        let by_number = config.id2label.clone().context("config.json has no `id2label`")?;
        let labels = (0..by_number.len())
            .map(|number| {
                by_number.get(&u32::try_from(number).ok()?).map(|label| label.to_lowercase())
            })
            .collect::<Option<_>>()
            .context("the numbers of `id2label` are not 0, 1, 2 ...")?;
        let mut tokenizer =
            Tokenizer::from_bytes(read("tokenizer.json")?).map_err(|error| anyhow!(error))?;
        let pad = config.pad_token_id.unwrap_or_default();
        let pad_id = u32::try_from(pad)?;
        let pad_token = tokenizer.id_to_token(pad_id).unwrap_or_else(|| "[PAD]".to_owned());
        tokenizer.with_padding(Some(PaddingParams {
            pad_id,
            pad_token,
            ..PaddingParams::default()
        }));
        // Of a pair that is too long the text loses its end, and never the hypothesis.
        let truncation = TruncationParams {
            max_length: config.max_position_embeddings,
            strategy: TruncationStrategy::OnlyFirst,
            ..TruncationParams::default()
        };
        tokenizer.with_truncation(Some(truncation)).map_err(|error| anyhow!(error))?;
        let weights =
            VarBuilder::from_buffered_safetensors(read("model.safetensors")?, DType::F32, &device)?;
        let model =
            DebertaV2SeqClassificationModel::load(weights.set_prefix("deberta"), &config, None)?;
        Ok(Self { model, tokenizer, labels, device })
    }

    /// The probabilities of the labels for each pair.
    fn probabilities(&self, pairs: &[Pair]) -> Result<Vec<Vec<f64>>> {
        let texts: Vec<(&str, &str)> =
            pairs.iter().map(|pair| (pair.text.as_str(), pair.hypothesis.as_str())).collect();
        let encoded = self.tokenizer.encode_batch(texts, true).map_err(|error| anyhow!(error))?;
        let tensor = |numbers: fn(&tokenizers::Encoding) -> &[u32]| -> Result<Tensor> {
            let rows: Vec<Tensor> = encoded
                .iter()
                .map(|encoding| Tensor::new(numbers(encoding), &self.device))
                .collect::<candle_core::Result<_>>()?;
            Ok(Tensor::stack(&rows, 0)?)
        };
        let ids = tensor(tokenizers::Encoding::get_ids)?;
        let types = tensor(tokenizers::Encoding::get_type_ids)?;
        let mask = tensor(tokenizers::Encoding::get_attention_mask)?;
        let scores = self.model.forward(&ids, Some(types), Some(mask))?;
        Ok(softmax(&scores.to_dtype(DType::F64)?, D::Minus1)?.to_vec2()?)
    }

    fn answer(&self, pairs: &[Pair], out: &mut impl Write) -> Result<()> {
        for (pair, row) in pairs.iter().zip(self.probabilities(pairs)?) {
            let named = self.labels.iter().map(String::as_str).zip(row);
            let probabilities: BTreeMap<&str, f64> = named.clone().collect();
            let likeliest = named.reduce(|best, next| if next.1 > best.1 { next } else { best });
            let (label, confidence) = likeliest.context("the model has no labels")?;
            let answer = Answer { id: &pair.id, label, confidence, probabilities };
            writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        }
        Ok(out.flush()?)
    }
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = arguments.as_slice() else { bail!("usage: candle-nli FOLDER") };
    let classifier = Classifier::load(Path::new(folder))?;
    let mut out = stdout().lock();
    let mut batch = Vec::new();
    for line in stdin().lock().lines() {
        batch.push(serde_json::from_str(&line?)?);
        if batch.len() == BATCH {
            classifier.answer(&batch, &mut out)?;
            batch.clear();
        }
    }
    if !batch.is_empty() {
        classifier.answer(&batch, &mut out)?;
    }
    Ok(())
}
