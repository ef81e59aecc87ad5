"""A study that was written as a Python dictionary, as the TOML that a run keeps. (Python reads TOML and does not write it.)"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from sim.core.errors import UserError


def toml_text(data: Mapping[str, Any]) -> str:
    """The dictionary as TOML: plain values first, then a section for each dictionary in it. UserError at a value that TOML does not have."""
    plain = [f"{_key(key)} = {_value(value, str(key))}" for key, value in data.items() if not isinstance(value, Mapping)]
    for key, value in data.items():
        if isinstance(value, Mapping):
            plain += ["", f"[{_key(key)}]", *(f"{_key(inner)} = {_value(entry, f'{key}.{inner}')}" for inner, entry in value.items())]
    return "\n".join(plain) + "\n"


def _key(key: Any) -> str:
    return str(key) if re.fullmatch(r"[A-Za-z0-9_-]+", str(key)) else _text(str(key))


def _text(text: str) -> str:
    """A TOML string: JSON's escapes are TOML's too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any, place: str) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_value(entry, f'{place}.{key}')}" for key, entry in value.items()) + "}"
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(_value(entry, place) for entry in value) + "]"
    if hasattr(value, "item"):  # a number of NumPy's
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if hasattr(value, "as_posix"):
        value = value.as_posix()
    if isinstance(value, str):
        return _text(value)
    raise UserError(f"study: {place}: {value!r} is no value of a study; text, numbers, true or false, lists and dictionaries are")
