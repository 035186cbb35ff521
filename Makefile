# Cartouche. `make` alone lists what there is.
#   VENV=DIR  another place for the virtual environment      ARGS="..."  handed on to the command

SHELL := /bin/bash
VENV ?= .venv
export VENV
BIN := $(VENV)/bin
PYTHON_BIN := "$(BIN)/python"
HEADLESS := KIVY_NO_ARGS=1 SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy
GAMES ?= 2000
SEED ?= 1
JOBS ?= 2
ARGS ?=
TABLES = $(PYTHON_BIN) -c 'from companion.games import all_games; print(*[f"{g.id}:{n}:{1 + (g.practice is not None)}" for g in all_games() for n in range(g.seat_range[0], g.seat_range[1] + 1)])'

.DEFAULT_GOAL := help
.PHONY: help run test lint bench screenshots soak locale lock wheel bundle clean clean-all ready-run ready-dev

help: ## list the commands
	@echo "Cartouche: a companion that lies beside a real board game"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

ready-run:
	@bash deploy/bootstrap.sh run

ready-dev:
	@bash deploy/bootstrap.sh dev

run: ready-run ## install what is missing and open the touchscreen app (with no display: a demonstration)
	@"$(BIN)/cartouche" $(ARGS)

test: ready-dev ## install what is missing and run every test, with no screen needed (JOBS=2 at a time)
	@# What is compiled once is kept: the tests start this program some hundred times.
	@$(HEADLESS) PYTHONDONTWRITEBYTECODE= $(PYTHON_BIN) -m pytest --numprocesses $(JOBS) --dist loadfile --no-loadscope-reorder $(ARGS)

lint: ready-dev ## check the style, the types and the shell scripts
	@$(PYTHON_BIN) -m ruff check .
	@$(PYTHON_BIN) -m mypy
	@if command -v shellcheck > /dev/null; then shellcheck deploy/*.sh .ci/run; else echo "shellcheck is not installed: the shell scripts were not checked"; fi

bench: ready-dev ## measure speed and memory, and print the table
	@$(HEADLESS) $(PYTHON_BIN) -m tests.bench $(ARGS)

screenshots: ready-dev ## write a picture of every screen, size and language under build/screenshots
	@$(HEADLESS) $(PYTHON_BIN) -m tests.kit.screenshots $(ARGS)

soak: ready-dev ## play many random games of every game, number of players and box (GAMES=2000 each, SEED=1)
	@set -e; for table in $$($(TABLES)); do \
		IFS=: read -r game players boxes <<< "$$table"; \
		"$(BIN)/cartouche" simulate "$$game" --players "$$players" --games $$(($(GAMES) * boxes)) --seed $(SEED) $(ARGS); \
	done

locale: ready-dev ## collect the messages, bring the catalogues up to date and compile them
	@$(PYTHON_BIN) -m companion.locale $(ARGS)

lock: ## write the lock files again (UPGRADE=1 takes newer versions)
	@bash deploy/lock.sh

wheel: ready-dev ## build the wheel under dist
	@$(PYTHON_BIN) -m pip wheel --quiet --no-deps --no-index --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

bundle: ready-run ## write all that a Raspberry Pi without a network needs, as one file under dist
	@bash deploy/bundle.sh $(ARGS)

clean: ## remove what was built; the environment stays
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find companion hardware tests -name __pycache__ -type d -prune -exec rm -rf {} +

clean-all: clean ## remove the virtual environment too
	@if [ -f "$(VENV)/pyvenv.cfg" ]; then rm -rf -- "$(VENV)"; fi
