# Two commands: `make demo` and `make test`. Both set up .venv themselves.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready
HOME_DIR ?= var
BENCHMARKS ?= events orchestration keys capacity latency soak

SEMANTIC := .venv-semantic

.PHONY: help venv demo test test-semantic lint format docs bench clean

help:
	@echo "make demo    run the sample documents through the mailroom"
	@echo "make test    run the tests"
	@echo "make test-semantic   run the tests of the extra semantic, in .venv-semantic (1.5 GB)"
	@echo "make lint    ruff, mypy --strict, import-linter"
	@echo "make bench   run the benchmarks of orchestration and scale (slow); BENCHMARKS=events runs one"
	@echo "make venv    only set up .venv"

venv: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "make: Python 3.11 or newer is needed (set PYTHON=/path/to/python3.11)"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
		{ echo "make: Python's venv module is missing (on Debian: apt-get install python3-venv)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check uv || { echo "make: the package index cannot be reached"; exit 1; }
	@$(BIN)/uv pip install --quiet --python $(BIN)/python -r requirements.lock
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@

demo: $(STAMP)
	@$(BIN)/mailroom demo --home $(HOME_DIR)

test: $(STAMP)
	@$(BIN)/pytest -q -n 2 --dist loadfile

$(SEMANTIC)/.ready: $(STAMP) requirements-semantic.lock
	@test -x $(SEMANTIC)/bin/python || $(PYTHON) -m venv $(SEMANTIC)
	@$(SEMANTIC)/bin/pip install -qq --disable-pip-version-check -r requirements-semantic.lock
	@$(BIN)/uv pip install --quiet --python $(SEMANTIC)/bin/python -r requirements.lock
	@$(BIN)/uv pip install --quiet --python $(SEMANTIC)/bin/python --no-deps --no-build-isolation -e .
	@touch $@

test-semantic: $(SEMANTIC)/.ready
	@$(SEMANTIC)/bin/pytest -q -m semantic tests/scoring tests/questions

bench: $(STAMP)
	@$(BIN)/uv pip install --quiet --python $(BIN)/python langgraph langgraph-checkpoint-sqlite
	@set -e; for what in $(BENCHMARKS); do echo "== $$what"; \
		$(BIN)/python -W ignore -m benchmarks.$$what --json $(HOME_DIR)/bench/$$what.json; done

lint: $(STAMP)
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(STAMP)
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

clean:
	rm -rf .venv $(SEMANTIC) var build dist
