"""The independent auditor of Stealr No Mercy: reads the trace of a game and checks everything against the rules.

Written from the rules (S-…, C-…) and the trace format alone; it shares no code with the engine. The rules are told as one
generator that stops at every decision, so that what is under way is where Python stands in it. `audit(lines)` returns an
`StealrReport` or raises `AuditError`; `python -m tests.audit.stealr FILE` does it from the command line.
"""

from ..words import AuditError
from .auditor import StealrReport, audit

__all__ = ["AuditError", "StealrReport", "audit"]
