.DEFAULT_GOAL := help
.PHONY: help serve test bench format lint clean

SOURCES = $(wildcard Package.swift Functions cron Runtime Tests Examples)

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: ## Set up, build for release and serve (HOST=127.0.0.1 PORT=54321 DATABASE=sqlite:./swiftlet.sqlite)
	@Scripts/setup.sh
	Scripts/release.sh --product swiftlet
	@exec .build/release/swiftlet serve \
	  $(if $(HOST),--host '$(HOST)') $(if $(PORT),--port '$(PORT)') $(if $(DATABASE),--database '$(DATABASE)')

test: ## Set up, lint, build for debugging and run every test
	@Scripts/test.sh

bench: ## Set up, build for release, measure functions, jobs and pushes beside others; writes BENCHMARKS.md
	@Scripts/bench.sh

format: ## Format every Swift file in place
	swift format --in-place --parallel --recursive $(SOURCES)

lint: ## Check the format of every Swift file
	swift format lint --strict --parallel --recursive $(SOURCES)

clean: ## Remove what the builds, the tests and the benchmark left; databases stay
	rm -rf .build .build-asan .build-venv .build-tools .build-bench
