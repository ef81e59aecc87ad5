"""The tests, by what they test: a folder for each floor of the house, `audit` (an independent auditor of traces), `golden` (digests of outcomes)."""
