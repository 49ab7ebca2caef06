.DEFAULT_GOAL := help
.PHONY: help serve test stress fuzz bench docs format lint clean

# The bundles of the apps, which `make serve` deploys and `make test` serves.
BUNDLES = accounts enigmate leftova shvil swivo

SOURCES = $(wildcard Package.swift Functions cron Runtime Tests Examples Benchmarks)

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Of the command line alone: the environment may have variables of these names for other programs.
given = $(if $(filter command line,$(origin $(1))),$($(1)))

# With DATABASE=postgres a Postgres server runs as long as the host. Its URL has a password, so it is passed in the environment.
ifeq ($(call given,DATABASE),postgres)
START_DATABASE = DATABASE_URL="$$(Scripts/postgres.sh start .swiftlet-postgres --keep --with-pid $$$$)" || exit 1; export DATABASE_URL;
endif

DATABASE_OPTION = $(if $(START_DATABASE),,$(if $(call given,DATABASE),--database '$(DATABASE)'))

serve: ## Set up, build for release and serve (HOST=127.0.0.1 PORT=54321 DATABASE=sqlite:./swiftlet.sqlite or postgres)
	@Scripts/setup.sh $(if $(START_DATABASE),--postgres)
	@for product in swiftlet $(BUNDLES); do Scripts/release.sh --product $$product || exit 1; done
	@$(START_DATABASE) for bundle in $(BUNDLES); do \
	    .build/release/swiftlet deploy $$bundle .build/release/$$bundle $(DATABASE_OPTION) || exit 1; done; \
	  $(if $(START_DATABASE),.build/release/swiftlet seed &&) exec .build/release/swiftlet serve \
	  $(if $(call given,HOST),--host '$(HOST)') $(if $(call given,PORT),--port '$(PORT)') $(DATABASE_OPTION)

test: ## Set up, lint, build for debugging, and run every test, in about 45 minutes on two cores
	@APPS='$(BUNDLES)' Scripts/test.sh

stress: ## Set up, and run the Swift tests twenty times while every core is busy (ROUNDS=20); see Scripts/repeat.sh --help
	@Scripts/setup.sh --test
	@Scripts/repeat.sh $(if $(call given,ROUNDS),--rounds '$(ROUNDS)')

fuzz: ## Set up, and fuzz the parsers of JSON and HTTP and the channel of workers for an hour each (SECONDS=3600)
	@Scripts/setup.sh
	@Scripts/fuzz.sh '$(or $(call given,SECONDS),3600)'

bench: ## Set up, build for release, measure functions, jobs and pushes beside peers; writes BENCHMARKS.md
	@Scripts/bench.sh

docs: ## Make the documentation of the library Edge from the last debug build, in .build/documentation
	@Scripts/documentation.sh

format: ## Format every Swift file in place
	swift format --in-place --parallel --recursive $(SOURCES)

lint: ## Check the format of every Swift file, and the structure of the package
	swift format lint --strict --parallel --recursive $(SOURCES)
	@python3 -B Scripts/structure.py --check

clean: ## Remove the products of builds, tests and the benchmark; databases stay
	rm -rf .build .build-asan .build-venv .build-tools .build-bench .build-fuzz
