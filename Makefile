# Every target does its own set-up (scripts/bootstrap); the work itself is in scripts/.

SHELL := /bin/bash
ARGS ?=
.DEFAULT_GOAL := help
.PHONY: help run timeline gallery inventory build test lint translations prove bench bench-peers share fuzz coverage \
	screenshots docs api dist clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Run RFC Viewer, without a display in a browser; ARGS="--mirror DIR" passes arguments on
	@exec scripts/run rfcviewer $(ARGS)

timeline: ## Run Timeline, the reader of posts, on a sample; ARGS="--folder DIR" takes posts of your own
	@exec scripts/run timeline $(or $(ARGS),--sample)

gallery: ## Run the gallery of every part, beside its source
	@exec scripts/run gallery $(ARGS)

inventory: ## Run the sample business app; ARGS="--database postgresql://…" shares its items
	@exec scripts/run inventory $(ARGS)

build: ## Build everything for release
	@scripts/bootstrap test && swift build -c release

test: ## Run every test; ARGS="--filter NAME" runs some
	@exec scripts/test $(ARGS)

lint: ## Check the form of sources and scripts, and that every message is translated
	@exec scripts/lint

translations: ## Gather the messages of the sources into their catalogues
	@scripts/bootstrap lint && exec scripts/translations update

prove: ## Run the long proofs and write Benchmarks/PROOFS.md
	@exec scripts/prove $(ARGS)

bench: ## Measure, beside peers; ARGS="outlines --json" picks groups and form, --list lists them
	@exec scripts/bench $(ARGS)

bench-peers: ## Install what records and queues are measured beside
	@exec scripts/bench-peers

share: ## Measure how much of an app the toolkit takes over, and write Benchmarks/SHARE.md
	@exec scripts/share $(ARGS)

fuzz: ## Fuzz every parser for a minute each; ARGS="NAME SECONDS" picks
	@exec scripts/fuzz $(ARGS)

coverage: ## Print the line coverage of every module
	@exec scripts/coverage

screenshots: ## Render the pictures of the documentation
	@exec scripts/screenshots

docs: ## Build the documentation into .docs/, without a network
	@exec scripts/docs

api: ## Print the public API, and what differs from api/; ARGS=record records a change
	@exec scripts/api $(ARGS)

dist: ## Make the files of a release in dist/; ARGS=--dirty also of what is not committed
	@exec scripts/dist $(ARGS)

clean: ## Remove all that was built
	rm -rf .build .docs dist Fuzz/.build
