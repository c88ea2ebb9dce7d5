#!/usr/bin/env bash
# Our client against the LiteLLM proxy, a server in the chat form of OpenAI that others wrote, with answers that are made
# up. Installs it (PyPI, `litellm[proxy]`: 740 MB, some minutes) into the folder given, unless it is there; the proxy takes
# half a minute and more to start. So it is run by hand:
#
#     tests/systems/litellm.sh target/litellm
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/../.."

if [ ! -x "$folder/venv/bin/litellm" ]; then
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'litellm[proxy]'
fi
cargo build --quiet --locked -p phenom-systems --example ask
ask=$PWD/target/debug/examples/ask

cat >"$folder/config.yaml" <<'YAML'
model_list:
  - model_name: entailed
    litellm_params: {model: openai/none, api_key: none, mock_response: "Entailment."}
  - model_name: reasoned
    litellm_params: {model: openai/none, api_key: none, mock_response: "They exclude each other.\nAnswer: contradiction"}
  - model_name: object
    litellm_params: {model: openai/none, api_key: none, mock_response: '{"label": "neutral"}'}
  - model_name: chatty
    litellm_params: {model: openai/none, api_key: none, mock_response: "I think that it is neutral."}
  - model_name: limited
    litellm_params: {model: openai/none, api_key: none, mock_response: "litellm.RateLimitError"}
YAML
for number in $(seq 20); do
  printf '{"id": "%s", "text": "A man sleeps.", "hypothesis": "A man is asleep."}\n' "$number"
done >"$folder/pairs.jsonl"

export PHENOM_TEST_KEY=sk-a-key-that-stands-nowhere
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
LITELLM_MASTER_KEY=$PHENOM_TEST_KEY LITELLM_TELEMETRY=False LITELLM_LOCAL_MODEL_COST_MAP=True \
  "$folder/venv/bin/litellm" --config "$folder/config.yaml" --host 127.0.0.1 --port "$port" --telemetry False \
  >"$folder/proxy.log" 2>&1 &
proxy=$!
trap 'kill "$proxy" 2>/dev/null || true' EXIT
for _ in $(seq 120); do
  (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
  kill -0 "$proxy" 2>/dev/null || { cat "$folder/proxy.log"; exit 1; }
  sleep 0.5
done

rm -rf "$folder/answers"
failures=0
# asks MODEL EXIT-CODE PATTERN [URL]: its output, standard error too, has a line that the pattern matches.
asks() {
  local code=0 url=${4:-http://127.0.0.1:$port/v1}
  "$ask" "$folder/pairs.jsonl" "$folder/answers" endpoint "$url" "$1" PHENOM_TEST_KEY >"$folder/out" 2>&1 || code=$?
  if [ "$code" -eq "$2" ] && grep -qE "$3" "$folder/out" && ! grep -rq "$PHENOM_TEST_KEY" "$folder/out" "$folder/answers"; then
    echo "passed: $1: $(grep -m1 -E "$3" "$folder/out")"
  else
    echo "FAILED: $1: exit code $code, expected $2 and $3:" && cat "$folder/out"
    failures=$((failures + 1))
  fi
}
asks entailed 0 '^20 \{"judgment":"entailment"\}$'
asks entailed 0 '^20 stored, 0 answered, 0 abstentions$'
asks reasoned 0 '^1 \{"judgment":"contradiction","justification":"They exclude'
asks object 0 '^7 \{"judgment":"unknown"\}$'
asks chatty 0 '^0 stored, 20 answered, 20 abstentions$'
asks no-such-model 2 'refuses pair `1` with status 40[04]'
asks entailed 2 'refuses pair `1` with status 404' "http://127.0.0.1:$port/elsewhere"
asks limited 2 'failed 3 times, the last time: status 429'
PHENOM_TEST_KEY=sk-another asks reasoned 0 '^20 stored'
PHENOM_TEST_KEY=sk-another-key asks other 2 'status 40[01]'

rm -f "$folder/out"
[ "$failures" -eq 0 ]
