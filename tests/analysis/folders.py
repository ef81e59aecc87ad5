"""A small study, and what a run folder holds."""

from __future__ import annotations

from hashlib import sha256

STUDY = """\
title = "A study"
game = "mercato"
variant = "duel"
players = 2
blocks = 40
lineups = [["random"], ["random", "other"]]
[strategies.other]
from = "random"
"""


def digest(folder):
    """The bytes of every file of a run but its log and lock, as hashes."""
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in ("log.jsonl", ".lock")
    }


def without_traces(folder):
    """Whether no temporary file is left."""
    return not [path for path in folder.rglob("*") if path.name.endswith(".tmp")]
