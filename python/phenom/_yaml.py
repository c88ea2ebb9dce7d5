"""Values as YAML, the way a person would write a config."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

# Words of YAML's other values, and numbers, are quoted.
_PLAIN = re.compile(r"(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_@][\w./@-]*( [\w./@-]+)*", re.I | re.A)


# Signs that YAML does not have as they are, or that are not visible.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def _scalar(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and not value.startswith("@"):
        return value
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def _flow(value: Any) -> str | None:
    """A list of scalars, or a scalar, on one line."""
    if isinstance(value, Mapping):
        return None
    if isinstance(value, Sequence) and not isinstance(value, str):
        if any(isinstance(one, (Mapping, list, tuple)) for one in value):
            return None
        return f"[{', '.join(map(_scalar, value))}]"
    return _scalar(value)


def to_yaml(values: Mapping[str, Any], indent: str = "") -> str:
    """A mapping as lines of YAML."""
    lines = []
    for key, value in values.items():
        flow = _flow(value)
        if flow is not None:
            lines.append(f"{indent}{_scalar(key)}: {flow}\n")
        elif isinstance(value, Mapping):
            lines.append(f"{indent}{_scalar(key)}:\n{to_yaml(value, indent + '  ')}")
        else:
            lines.append(f"{indent}{_scalar(key)}:\n")
            for one in value:
                item = to_yaml(one, indent + "    ")
                lines.append(f"{indent}  - {item[len(indent) + 4:]}")
    return "".join(lines)
