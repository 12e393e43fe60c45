# Every target is one line over packaging/bootstrap.py, which Windows users call directly.
PYTHON ?= python3
ARGS ?=

.PHONY: run test test-slow check screenshots clean

run:
	@$(PYTHON) packaging/bootstrap.py run $(ARGS)

test:
	@$(PYTHON) packaging/bootstrap.py test $(ARGS)

test-slow:
	@$(PYTHON) packaging/bootstrap.py test-slow $(ARGS)

check:
	@$(PYTHON) packaging/bootstrap.py check

screenshots:
	@$(PYTHON) packaging/bootstrap.py screenshots

clean:
	@$(PYTHON) packaging/bootstrap.py clean
