# Everything sets itself up: a machine with Python 3.11 or newer, make and a package index is enough.
# A Python that was built without optimisation takes half as long again for everything: then the
# system's is taken, which has it. Where there is no other, it will do.
FAST := -c 'import ensurepip, sys, sysconfig; built = sysconfig.get_config_var("CONFIG_ARGS") or ""; \
  sys.exit(sys.version_info < (3, 11) or \
  not (sys.base_prefix == "/usr" or "--enable-optimizations" in built))'
PYTHON ?= $(firstword $(foreach x,python3 /usr/bin/python3,$(shell $(x) $(FAST) 2> /dev/null && \
  echo $(x))) python3)
BIN := .venv/bin
# More than there are cores: tests in a browser mostly wait for what moves.
WORKERS ?= 4
UV := $(shell command -v uv)
# Not compiled ahead: Python compiles a module at its first import, and few are imported.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# uv is faster, where there is one that is configured for a package index; pip does the same.
INSTALL := sh -c '$(if $(UV),$(UV) pip install --quiet --python $(BIN)/python "$$@" ||) $(PIP) "$$@"' -
# Exact versions, refused where the hash of a file is another.
LOCKED := $(INSTALL) --no-deps --require-hashes -r
# `make play` waits for these rules: they are compiled while the rest is installed.
EARLY := $(if $(filter play,$(MAKECMDGOALS)),$(foreach game,money cash_oder_crash,$(BIN)/python -m \
  tirelire.bots.preparing tables $(game) > /dev/null 2>&1 & ))
# Node is found or installed; npm is told no registry, so it asks the one that it is configured for.
TSC := $(BIN)/python -m tests.programs npx --yes --package typescript@5.9.3 tsc
API_TYPES := $(BIN)/python -m tests.programs npx --yes --package openapi-typescript@7.13.0 \
  openapi-typescript .venv/api.json --output src/tirelire/page/static/js/schemas.d.ts

.PHONY: help play terminal fix check types test lowest lock dist minute image fresh bench screenshots golden docs soak clean

help: ## say what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

.venv/run: locks/core.txt locks/run.txt pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing …"
	@$(LOCKED) locks/core.txt
	@$(INSTALL) --no-deps -e .
	@$(EARLY) $(LOCKED) locks/run.txt; status=$$?; wait; exit $$status
	@touch $@

.venv/dev: .venv/run locks/dev.txt
	@$(LOCKED) locks/dev.txt
	@touch $@

.venv/bench: .venv/dev locks/peers.txt
	@$(LOCKED) locks/peers.txt
	-@npm install --silent --no-save --prefix .venv/node boardgame.io@0.50.2
	@touch $@

play: .venv/run ## open the house and the browser
	@$(BIN)/tirelire serve --open $(ARGS)

terminal: .venv/run ## play in the terminal
	@$(BIN)/tirelire play $(ARGS)

fix: .venv/dev ## format, and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

check: .venv/dev ## formatting, lint, types, workflows and the files of the project
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/repo-review . > .venv/repo-review 2>&1 || { cat .venv/repo-review; exit 1; }
	$(BIN)/zizmor --quiet --offline --no-progress .github .pre-commit-config.yaml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec deploy/compose*.yaml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/mypy src tests examples/goofspiel/src
	$(BIN)/python -m tests.api_schema .venv/api.json
	$(API_TYPES) --check
	$(TSC) --project src/tirelire/page/static/js/tsconfig.json

types: .venv/dev ## make the scripts' types of the API anew
	$(BIN)/python -m tests.api_schema .venv/api.json
	$(API_TYPES)

test: .venv/dev ## all tests, and before them the programs that they need
	@$(BIN)/python -m tests.programs
	$(BIN)/python -m tests.preparing
	$(BIN)/pytest -q -n $(WORKERS) --dist worksteal $(ARGS)

lowest: .venv/dev ## the oldest versions that pyproject.toml allows: do they work?
	$(BIN)/python -m tests.lowest $(ARGS)

lock: .venv/dev ## write the exact versions in locks/ anew; ARGS=--upgrade takes newer ones
	$(BIN)/python -m tests.locks $(ARGS)

dist: .venv/dev ## wheel, source archive and bill of materials, built twice and compared
	$(BIN)/python -m tests.release

minute: .venv/dev ## the first minute of a new user: the first lines of README.md, each in a clean environment
	tests/first_minute.sh

image: ## build the image of a house with buildah, and run it with podman; as root
	tests/image.sh

fresh: ## make test on a new Debian without any of the programs; as root
	tests/fresh.sh root make test

bench: .venv/bench ## speed and memory beside our peers, in one run
	TIRELIRE_BENCH_MODULES=.venv/node/node_modules $(BIN)/tirelire bench $(ARGS)

screenshots: .venv/dev ## draw every page and table, wide and narrow, in every language
	$(BIN)/python -m tests.page.screenshots $(or $(FOLDER),screenshots)

golden: .venv/dev ## write the golden records anew; review them as a diff
	$(BIN)/python -m tests.golden.write

docs: .venv/dev ## build the documentation in site/
	$(BIN)/python docs/site site

soak: .venv/dev ## a million random deals of each game with every law checked; a house killed 500 times, attacked, and open for ten years
	$(BIN)/python -m tests.contract.soak $(ARGS)

clean: ## remove what was made here
	rm -rf .venv dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
