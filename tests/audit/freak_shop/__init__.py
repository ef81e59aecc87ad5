"""The independent auditor of Freak Shop: reads the trace of a game and checks everything against the rules.

Written from the rules and the trace format alone; it shares no code with the engine. `audit(lines)` returns an
`AuditReport` or raises `AuditError`; `python -m tests.audit.freak_shop FILE` does it from the command line.
"""

from ..words import AuditError
from .auditor import audit
from .words import AuditReport

__all__ = ["AuditError", "AuditReport", "audit"]
