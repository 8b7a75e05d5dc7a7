# One file, one virtual environment (.venv), two locks:
#   requirements.lock      what the program needs (make run)
#   requirements-dev.lock  that and the tools and tests (everything else)
# A stamp in .venv, written last, says that a lock is installed: an interrupted installation is simply done again.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
# Processes of pytest: one more than the usual two cores, as browsers and servers let many tests wait. A fourth takes longer: it collects too.
WORKERS ?= 3
REV ?= main
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/requirements.stamp
DEV := $(VENV)/requirements-dev.stamp
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# Every program that is started would compile all its modules anew, and the tests start many.
unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help run test compiled costs quick check tables bench bench-compare bench-scale soak release pictures lock clean test-tools

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: $(RUN) ## start with the example records, on http://127.0.0.1:8000 (HOST, PORT, KIEBITZ_STORE, ARGS)
	$(BIN)/kiebitz import examples/games/*
	-$(BIN)/kiebitz study write --once --publish examples/studies/*.toml
	exec $(BIN)/kiebitz serve --host $(HOST) --port $(PORT) $(ARGS)

test: $(DEV) test-tools ## run all tests (ARGS="tests/core -x", WORKERS=3)
	PYTHONPATH=tests $(BIN)/pytest -n $(WORKERS) --dist worksteal -p support.browsers_first $(ARGS)

# Each process of pytest would rewrite every test's asserts for itself. One collection leaves them compiled for all.
compiled: $(DEV)
	$(BIN)/pytest --collect-only -qq > /dev/null

costs: $(DEV) test-tools ## run the tests of make test, and print what takes most time of the processor (ARGS)
	PYTHONPATH=tests $(BIN)/pytest -q -n $(WORKERS) --dist worksteal -p support.browsers_first -p support.costs $(ARGS)

quick: $(DEV) test-tools ## in under a minute: the tests near to what you changed, nearest first, and a core (WORKERS=3)
	PYTHONPATH=tests $(BIN)/pytest -q -n $(WORKERS) -p support.time_limit --most-seconds 40 $(ARGS) $$($(BIN)/python tests/support/quick.py)

check: $(DEV) ## format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --num-workers 2
	$(BIN)/lint-imports

tables: $(DEV) ## print the tables of the documents anew from the code
	PYTHONPATH=tests $(BIN)/python -m support.printed.documents

bench: $(DEV) ## measure against the raw limits of this machine, and beside other libraries (ARGS="--only appending,peers")
	$(BIN)/python tests/bench/run.py $(ARGS)

bench-compare: $(DEV) ## measure another revision and this tree in turn; fails where this one is slower (REV=main, ARGS="--only doors")
	$(BIN)/python tests/bench/compare.py $(REV) $(ARGS)

bench-scale: $(DEV) test-tools ## measure stores of 1, 10 and 100 thousand records, each once, and draw the curves (ARGS="--records 1000")
	$(BIN)/python tests/bench/scaling.py $(ARGS)
	-$(BIN)/python tests/bench/scaling_chart.py

soak: $(DEV) test-tools ## the long tests, in full (ARGS)
	KIEBITZ_SOAK=full PYTHONPATH=tests $(BIN)/pytest -m soak -n $(WORKERS) --dist worksteal -p support.browsers_first $(ARGS)

release: $(DEV) ## check version, changelog and tree; build sdist and wheel into dist, and try both
	PYTHONPATH=tests $(BIN)/python tests/support/release.py

pictures: $(DEV) test-tools ## a picture of every page at four widths, both themes and languages, into build/pictures (ARGS)
	$(BIN)/python tests/pictures/run.py $(ARGS)

clean: ## remove all that make made; your records stay
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The lock of the program is bound to the lock of the tests, so that what was tested is what runs.
# No index address and no path of this machine goes in.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(ARGS)
BUILD_NEEDS = $(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")'

lock: ## make the lock files anew from pyproject.toml and tests/bench/peers.in (ARGS=--upgrade for newer versions)
	@$(NEED_VENV)
	$(PIP) install uv
	$(BUILD_NEEDS) | $(COMPILE) --extra dev -o requirements-dev.lock pyproject.toml -
	$(BUILD_NEEDS) | $(COMPILE) -c requirements-dev.lock -o requirements.lock pyproject.toml -
	$(COMPILE) -o tests/bench/peers.lock tests/bench/peers.in

define NEED_VENV
exec 9< Makefile; if command -v flock > /dev/null; then flock 9; fi; \
if ! $(BIN)/python -m pip --version > /dev/null 2>&1; then \
  $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
    echo "Kiebitz needs Python 3.11 or newer, and $(PYTHON) is not: make PYTHON=python3.12 ..." >&2; exit 1; }; \
  $(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { \
    echo "$(PYTHON) cannot make virtual environments. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }; \
  $(PYTHON) -m venv --clear $(VENV); \
  $(PIP) install --upgrade pip || echo "An older pip installs more slowly."; \
fi
endef

# A lock names all there is, so nothing is looked up; and what is never imported, most of plotly, need not be compiled.
# Two makes at once in one clone wait for each other (flock, where there is one); the second finds everything installed.
$(VENV)/%.stamp: %.lock pyproject.toml
	@set -e; $(NEED_VENV); \
	echo "Installing $< into $(VENV) (a minute or two the first time)"; \
	$(PIP) install --no-deps --no-compile --require-hashes -r $<; \
	$(PIP) install --no-deps --no-compile --no-build-isolation -e .; \
	touch $@

# Chromium and git are no Python packages; PostgreSQL for the tests comes as a wheel. A Chromium without windows is
# enough, and takes half the time.
test-tools:
	@missing=; command -v git > /dev/null || missing=" git"; \
	command -v chromium-headless-shell > /dev/null || command -v chromium > /dev/null || missing="$$missing chromium-headless-shell"; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	  echo "Installing$$missing"; \
	  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $$missing; \
	else \
	  echo "The tests need$$missing on the PATH; install with your system's package manager and run make again." >&2; exit 1; \
	fi
