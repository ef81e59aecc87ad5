"""The rules of Stealr, each shown by a test that sets up the situation (see `python -m tests.rules`)."""
