# Every target is one line over packaging/bootstrap.py, which Windows users call directly.
PYTHON ?= python3
ARGS ?=

.PHONY: run test test-slow test-packaging check screenshots translations dist clean

run:
	@$(PYTHON) packaging/bootstrap.py run $(ARGS)

test:
	@$(PYTHON) packaging/bootstrap.py test $(ARGS)

test-slow:
	@$(PYTHON) packaging/bootstrap.py test-slow $(ARGS)

test-packaging:
	@$(PYTHON) packaging/bootstrap.py test-packaging $(ARGS)

check:
	@$(PYTHON) packaging/bootstrap.py check

screenshots:
	@$(PYTHON) packaging/bootstrap.py screenshots $(ARGS)

translations:
	@$(PYTHON) packaging/bootstrap.py translations $(ARGS)

dist:
	@$(PYTHON) packaging/bootstrap.py dist $(ARGS)

clean:
	@$(PYTHON) packaging/bootstrap.py clean
