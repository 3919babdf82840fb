# Two commands do everything on a machine that has Python: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
SOURCES := src tests benchmarks hatch_build.py
WITHOUT_NODE := command -v node >/dev/null && command -v npm >/dev/null ||
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
# Tests that wait for something else leave a processor idle, so there are more of them than processors.
AT_ONCE := 6
BENCHES := queue pickup claims pages contacts extraction sitemaps lists requests batch pipeline growth startup
LIBRARIES = $$(grep -c '^[a-z].*==' $<) libraries

# `make test POSTGRES=16` takes the other server that the embedded package brings.
ifdef POSTGRES
export PGSERVER_POSTGRES_VERSION := $(POSTGRES)
endif

# Bytecode is kept, whatever the machine says: checks and tests start hundreds of processes of the same modules.
unexport PYTHONDONTWRITEBYTECODE

# Quiet for minutes, so each step says what it is. Its first prerequisite is the lock to install.
define INSTALL
	@echo "Installing into .venv, which takes some minutes the first time."
	@echo "  1 of 3: $(LIBRARIES) …"
	@$(PIP) --require-hashes -r $<
	@$(WITHOUT_NODE) { echo "  2 of 3: node, which this machine has not …"; $(PIP) --require-hashes -r requirements/node.lock; }
	@echo "  3 of 3: ScraperSky, and its web application where the sources changed …"
	@$(PIP) --no-deps --no-build-isolation -e .
endef

.PHONY: demo test bench check types style generated collected web format pictures house docs cluster lock audit clean

demo: .venv/runtime.stamp web  ## Start everything on made-up businesses and print where to look
	@$(BIN)/scrapersky demo

test: check  ## Every check and every test
	$(BIN)/pytest -n $(AT_ONCE) --dist loadfile --no-loadscope-reorder

bench: .venv/runtime.stamp  ## Measure us and others side by side; results in benchmarks/results
	for name in $(BENCHES); do $(BIN)/scrapersky bench $$name --results benchmarks/results || exit 1; done
	$(BIN)/python -m benchmarks.speed_page

check: .venv/dev.stamp web
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=line types style generated collected

types:
	$(BIN)/mypy

style:
	$(BIN)/ruff check --output-format concise $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/lint-imports
	$(BIN)/python hatch_build.py lint

generated:
	$(BIN)/scrapersky generate --check

# All that tests run is imported once, so that the processes of the tests find its bytecode.
collected:
	@$(BIN)/pytest --collect-only -qq >/dev/null || $(BIN)/pytest --collect-only -q

web: .venv/runtime.stamp  ## Build the web application, if its sources changed
	@$(BIN)/python hatch_build.py

format: .venv/dev.stamp
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)
	$(BIN)/python hatch_build.py format

pictures: .venv/dev.stamp web  ## Take the documents' pictures anew, in a real browser
	$(BIN)/python -m tests.web.take_pictures

house: .venv/dev.stamp  ## Draw the SDK's rooms, and write the layers into CONTRIBUTING
	$(BIN)/python -m tests.house

docs: .venv/dev.stamp  ## Build the documents into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

cluster: .venv/dev.stamp  ## The tests on a Ray cluster of this machine, which is 214 MB to install
	$(PIP) "ray>=2.40"
	$(BIN)/pytest tests/cluster/test_ray.py

audit: .venv/runtime.stamp  ## What is known against the libraries, where osv.dev can be reached
	$(BIN)/scrapersky sbom --advisories https://api.osv.dev

lock: .venv/dev.stamp  ## Resolve the dependencies again
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header pyproject.toml --group build -o requirements/runtime.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header pyproject.toml --group dev -o requirements/dev.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --group node -o requirements/node.lock

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "ScraperSky needs Python 3.11 or newer; set PYTHON=python3.12 or so")'
	@echo "Making an environment of its own in .venv …"
	@$(PYTHON) -m venv .venv

.venv/runtime.stamp: requirements/runtime.lock .venv/bin/python requirements/node.lock pyproject.toml hatch_build.py
	$(INSTALL)
	@touch $@

.venv/dev.stamp: requirements/dev.lock .venv/bin/python requirements/node.lock pyproject.toml hatch_build.py
	$(INSTALL)
	@touch .venv/runtime.stamp $@

clean:
	rm -rf .venv frontend/node_modules src/scrapersky/web/app .mypy_cache .ruff_cache .pytest_cache build dist
