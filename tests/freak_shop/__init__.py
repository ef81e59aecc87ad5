"""The rules of Freak Shop, each shown by a test that sets up the situation (see `python -m tests.rules`)."""
