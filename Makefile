# balancier needs Python 3.11 or newer and make, nothing else: `make report` and `make test` set everything up themselves.
# Windows, or no make: docs/tutorial/first-report.md has the same in pip commands.

PYTHON      ?=
STUDY       ?= studies/mercato-compos.toml
RUN         ?= runs/$(basename $(notdir $(STUDY)))
AUDIT_GAMES ?= 5000
WORKERS     ?= auto
ARGS        ?=

PY     := .venv/bin/python
PYTEST := $(PY) -m pytest -n $(WORKERS) --maxprocesses=4 --dist=worksteal

.PHONY: help setup report test browser audit rules bench lint messages docs clean distclean
.DEFAULT_GOAL := help

help: ## what there is
	@echo "make TARGET, one of:"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1|\2/p' Makefile | awk -F'|' '{printf "%-12s %s\n", $$1, $$2}'
	@echo "Settings: PYTHON=python3.12 (which Python), STUDY=studies/… (for report), WORKERS=1, ARGS=… (for pytest, bench), AUDIT_GAMES=…"

setup: .venv/installed ## make .venv with balancier in it, and compile the engines and strategies
	@$(PY) -m strategies.warm

.venv/installed: pyproject.toml constraints.txt
	@if ! $(PY) -m pip --version >/dev/null 2>&1; then \
	  python=; \
	  for candidate in $(or $(PYTHON),python3 python3.13 python3.12 python3.11 python3.14 python); do \
	    if "$$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' >/dev/null 2>&1; then python=$$candidate; break; fi; \
	  done; \
	  if [ -z "$$python" ]; then \
	    echo "balancier needs Python 3.11 to 3.14, and $(or $(PYTHON),python3) is none: install one (python.org), or name it:" \
	         "make setup PYTHON=/path/to/python3" >&2; exit 1; \
	  fi; \
	  echo "Making .venv with $$("$$python" -c 'import sys; print("Python", sys.version.split()[0], "from", sys.executable)')"; \
	  rm -rf .venv; \
	  if ! "$$python" -m venv .venv; then \
	    rm -rf .venv; \
	    echo "This Python can't make virtual environments (above is what it says): install its venv package (on Debian and Ubuntu:" \
	         "sudo apt install python3-venv), or name another Python: make setup PYTHON=/path/to/python3" >&2; exit 1; \
	  fi; \
	fi
	@echo "Installing balancier and what it needs into .venv"
	@$(PY) -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

report: setup ## play the main study of Mercato (STUDY=… for another) and make its page
	.venv/bin/balancier run $(STUDY) --out $(RUN)
	@.venv/bin/balancier report $(RUN) >/dev/null
	@echo "The page: $(CURDIR)/$(RUN)/report/index.html"

test: setup ## all tests (ARGS="-k trade" for some); pages are tried in a browser too, where there is one
	@$(PY) -m tests.browser || true
	@$(PYTEST) $(ARGS)

browser: setup ## the pages in a browser (Chromium, Chrome or Edge), headless; fails when there is none
	@$(PY) -m tests.browser
	@$(PYTEST) tests/browser $(ARGS)

audit: setup ## thousands of games checked against the rules, move by move, by an independent auditor
	@BALANCIER_AUDIT_GAMES=$(AUDIT_GAMES) $(PYTEST) tests/audit $(ARGS)

rules: setup ## each rule and the tests that bear it; fails when a rule has none
	@$(PY) -m tests.rules

bench: setup ## speed, memory and starting times (ARGS="--quick", "--json", "--yardstick FILE.cpp")
	@$(PY) -m benchmarks.bench $(ARGS)

lint: setup ## style and types: ruff and mypy
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@$(PY) -m mypy

messages: setup ## bring the files of translations up to date with the texts of the program
	@$(PY) -m analysis.messages

docs: setup ## the examples and links of README.md and docs/
	@$(PYTEST) tests/test_docs.py $(ARGS)

clean: ## remove what tests and tools leave behind (runs/ and .venv stay)
	rm -rf build __pycache__ .pytest_cache .mypy_cache .ruff_cache .hypothesis balancier.egg-info
	find sim strategies analysis reports tests benchmarks docs -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## the same, and .venv
	rm -rf .venv
