#!/usr/bin/env python3
"""A cross-encoder of Hugging Face as a command for phenom: pairs as JSON lines in, answers as JSON lines out.

    pip install torch transformers sentencepiece
    python cross_encoder.py MODEL [--batch 32] [--device cpu]

MODEL is a folder, or the name of a model that `transformers` may fetch; its labels are those of its config
(`id2label`), in lower case. In a config of phenom:

    systems:
      - name: deberta
        command: [python3, cross_encoder.py, models/deberta-v3-base-mnli]
        labels: nli
        version: "1"
"""

import argparse
import json
import sys


def batches(lines, size):
    """Lists of pairs, of `size` each but for the last."""
    batch = []
    for line in lines:
        batch.append(json.loads(line))
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--batch", type=int, default=32, help="how many pairs are judged at once")
    parser.add_argument("--device", default="cpu", help="cpu, cuda, mps")
    arguments = parser.parse_args()

    # Standard output is for answers: what libraries print goes to standard error.
    answers, sys.stdout = sys.stdout, sys.stderr
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(arguments.model)
    model = AutoModelForSequenceClassification.from_pretrained(arguments.model).to(arguments.device).eval()
    labels = [model.config.id2label[number].lower() for number in range(model.config.num_labels)]
    longest = min(tokenizer.model_max_length, getattr(model.config, "max_position_embeddings", 512))

    for batch in batches(sys.stdin, arguments.batch):
        # Of a pair that is too long the text loses its end, and never the hypothesis.
        encoded = tokenizer(
            [pair["text"] for pair in batch],
            [pair["hypothesis"] for pair in batch],
            truncation="only_first",
            max_length=longest,
            padding=True,
            return_tensors="pt",
        ).to(arguments.device)
        with torch.inference_mode():
            # In double precision, so that the probabilities sum to 1.
            rows = model(**encoded).logits.double().softmax(dim=-1).tolist()
        for pair, row in zip(batch, rows):
            best = max(range(len(row)), key=row.__getitem__)
            answer = {
                "id": pair["id"],
                "label": labels[best],
                "confidence": row[best],
                "probabilities": dict(zip(labels, row)),
            }
            print(json.dumps(answer), file=answers)
        answers.flush()


if __name__ == "__main__":
    main()
