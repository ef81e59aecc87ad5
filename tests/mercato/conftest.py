"""The marker that says which rule a test shows."""


def pytest_configure(config):
    config.addinivalue_line("markers", "rule(identifier, ...): the rules (docs/reference/rules-*.md) that this test shows")
