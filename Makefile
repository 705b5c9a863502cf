# `make help` lists what there is. Nothing but Python 3.11 or newer is needed to play.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install -qq --no-input --disable-pip-version-check

# The stamps carry a checksum of what they depend on: unchanged files never install again.
KEY := $(shell cat pyproject.toml constraints.txt | cksum | cut -d ' ' -f 1)
BASE := $(VENV)/.base-$(KEY)
DEV := $(VENV)/.dev-$(KEY)

PYTEST := $(BIN)/python -m pytest

.DEFAULT_GOAL := help
.PHONY: help play venv system test quick coverage lint format bench generate constraints clean

help: ## list the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  \1\t\2/' | expand -t 16

play: $(BASE) ## install the base package and open a table on embedded storage
	@$(BIN)/swipe serve $(ARGS)

venv: $(DEV) ## make .venv with everything the tests need

test: lint system ## set up, check style, types and import contracts, run all tests
	@$(PYTEST) $(ARGS)

quick: $(DEV) ## run the fast tests only: no browser, nothing slow
	@$(PYTEST) -m 'not browser and not slow' $(ARGS)

coverage: $(DEV) system ## run all tests and report branch coverage
	@$(PYTEST) --cov --cov-report=term --cov-report=html $(ARGS)

lint: $(DEV) ## check format, style, types and import contracts
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo

format: $(DEV) ## format the code and fix what can be fixed
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

bench: $(DEV) ## run the benchmarks
	@for script in benchmarks/run.py benchmarks/bench_*.py; do \
	  echo "== $$script"; $(BIN)/python "$$script" $(ARGS) || exit 1; done

generate: $(DEV) ## write the generated files again
	@$(BIN)/python -m tools.generate $(ARGS)

constraints: $(DEV) ## record the installed versions in constraints.txt
	@$(BIN)/python -m tools.constraints

clean: ## remove .venv and everything that tools left behind
	rm -rf $(VENV) build dist htmlcov .coverage .coverage.* .hypothesis .import_linter_cache \
	  .mypy_cache .pytest_cache .ruff_cache
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

system: # programs that the tests start
	@tools/system_packages.sh

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; \
	say which: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)

# On a Python too new for the recorded versions, the newest ones that fit will do for playing.
$(BASE): | $(BIN)/python
	@echo 'installing the package'
	@$(PIP_INSTALL) -c constraints.txt -e . || $(PIP_INSTALL) -e .
	@rm -f $(VENV)/.base-* && touch $@

$(DEV): | $(BIN)/python
	@echo 'installing the package and all that the tests need'
	@$(PIP_INSTALL) -c constraints.txt -e '.[dev]'
	@rm -f $(VENV)/.base-* $(VENV)/.dev-* && touch $@ $(BASE)
