# Works from a fresh clone: `make run` serves Deskmate, `make test` runs every check.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# Where `make run` serves, and the folder that holds its data.
HTTP ?= 127.0.0.1:8090
DATA ?= pb_data
DEMO ?= pb_demo

# The number of assignments for `make bench`, which also reads BENCH_DIR and BENCH_FLAGS.
ROWS ?= 100000

# What `make release` builds: for which platforms, into which folder, under which version.
PLATFORMS ?= linux/amd64 linux/arm64
RELEASE ?= release
VERSION ?= $(or $(shell git describe --tags --always --dirty 2>/dev/null),unknown)
COMMIT ?= $(or $(shell git rev-parse HEAD 2>/dev/null),unknown)

# The packages whose tests make random moves, and how long `make fuzz` tries each other target.
SIMULATIONS := ./hooks/domain ./hooks/money ./hooks/orders ./hooks/quotes
FUZZTIME ?= 30s

GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.9.0

# What checks of dependencies print when the list of known vulnerabilities or the registry's keys cannot be reached.
UNREACHABLE := fetching vulnerabilities|npm error network|audit endpoint returned an error|npm error code (ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET)
INTERFACE := pb_public/dist/index.html
INTERFACE_SOURCES := $(shell find frontend/src frontend/public frontend/scripts -type f 2>/dev/null) \
	$(wildcard hooks/web/*.json) hooks/domain/limits.json \
	frontend/index.html frontend/package.json frontend/tsconfig.json frontend/vite.config.ts
BROWSER = $${CHROMIUM:-$$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
PACKAGES := frontend/node_modules/.package-lock.json

# Keep in sync with "engines" in frontend/package.json.
NODE_VERSIONS := Node 20.19+, 22.13+ or 24+

.PHONY: help run demo dev build release binaries check test test-go test-interface test-browser fuzz bench race lint lint-go lint-interface lint-unit lint-dependencies fmt audit scan need-go need-node need-chromium need-servers

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-16s %s\n", $$1, $$2 }'

run: build ## Build and serve (HTTP sets the address, DATA the data folder)
	@if [ ! -e "$(DATA)/data.db" ]; then \
		key=$$(./deskmate admin-key set --generate --dir="$(DATA)" | awk '{ print $$NF }') || exit 1; \
		echo; echo "  Admin key (shown only once):  $$key"; \
	else \
		echo; echo "  Set a new admin key:          ./deskmate admin-key set --generate --dir=$(DATA)"; \
	fi; \
	echo "  Sign up as a student:         http://$(HTTP)/signup"; \
	echo "  Register as an admin:         http://$(HTTP)/admin/signup"; \
	echo "  Create a console operator:    ./deskmate superuser upsert EMAIL PASSWORD --dir=$(DATA)"; \
	echo "                                then sign in at http://$(HTTP)/_/"; \
	echo "  Set your support address:     supportEmail, in the console's \"site\" record"; echo; \
	exec ./deskmate serve --http="$(HTTP)" --dir="$(DATA)"

demo: build ## Build, and serve sample data from its own folder (DEMO)
	@./deskmate demo --dir="$(DEMO)"
	@echo "  at http://$(HTTP)"
	@exec ./deskmate serve --http="$(HTTP)" --dir="$(DEMO)"

dev: need-go $(PACKAGES) ## Serve, and rebuild the interface as you type (port 5173)
	@trap 'kill 0' EXIT; \
	go run . serve --http=127.0.0.1:8090 --dir="$(DATA)" & \
	cd frontend && npm run dev

build: need-go $(INTERFACE) ## Build the interface and the binary, ./deskmate
	CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o deskmate .

release: need-go $(INTERFACE) ## Build static binaries for all PLATFORMS, with checksums, into RELEASE
	@$(MAKE) --no-print-directory binaries

# Built without the interface if there is none, so that a test of releases needs no Node.
# The version and commit are passed in, so that a build from an archive of the source has the same checksum.
binaries: need-go
	@mkdir -p "$(RELEASE)" && rm -f "$(RELEASE)"/deskmate_* "$(RELEASE)/SHA256SUMS"
	@set -e; for platform in $(PLATFORMS); do \
		file="$(RELEASE)/deskmate_$(VERSION)_$${platform/\//_}"; \
		CGO_ENABLED=0 GOOS=$${platform%/*} GOARCH=$${platform#*/} go build -trimpath -buildvcs=false \
			-ldflags "-s -w -X deskmate/internal/version.release=$(VERSION) -X deskmate/internal/version.commit=$(COMMIT)" -o "$$file" .; \
		echo "$$file"; \
	done
	@cd "$(RELEASE)" && sha256sum deskmate_* > SHA256SUMS && sha256sum --quiet --check SHA256SUMS

$(INTERFACE): $(INTERFACE_SOURCES) $(PACKAGES)
	cd frontend && npm run build

$(PACKAGES): frontend/package.json frontend/package-lock.json | need-node
	cd frontend && npm ci --no-audit --no-fund
	@touch $@

# The rooms and rules, each on its own. `make test` adds the whole program, its servers, races, and long tests.
check: lint-go lint-interface test-interface ## Check types, formatting and unit tests, in about a minute
	go test -short $$(go list ./... | grep -vE '/(hooks|internal/(e2e|bench|demo))$$')

test: lint test-go test-interface test-browser ## Run every check and test, including the browser tests

test-go: need-go need-servers ## Test the Go program
	go test -timeout 20m ./...

# The tests with random moves, with a new seed and more rounds than in `make test`. FUZZTIME is for each of the others.
fuzz: need-go ## Test with random input, for FUZZTIME each
	SEED=random go test -count=1 -timeout 30m $(SIMULATIONS)
	@grep -rhoE '^func Fuzz[A-Za-z]+' --include='*_test.go' --with-filename hooks | sed -E 's#/[^/]*_test.go:func # #' | while read -r package target; do \
		go test "./$$package" -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) || exit 1; \
	done

test-interface: $(PACKAGES) ## Test the interface on its own
	cd frontend && npm test

test-browser: build need-chromium need-servers ## Test the built binary in a real browser
	cd frontend && CHROMIUM="$(BROWSER)" npm run e2e

audit: build need-chromium audit/node_modules/.package-lock.json ## Measure the public pages with Lighthouse (docs/performance.md)
	cd audit && CHROMIUM="$(BROWSER)" node audit.mjs

scan: ## Scan the server of `make demo` at HTTP (docs/security.md)
	audit/scan.sh "http://$(HTTP)" scans

audit/node_modules/.package-lock.json: audit/package.json audit/package-lock.json | need-node
	cd audit && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

bench: build ## Measure Deskmate under load with ROWS assignments (docs/performance.md)
	go run ./internal/bench -rows=$(ROWS) $(if $(BENCH_DIR),-dir="$(BENCH_DIR)") $(BENCH_FLAGS)

race: need-go ## Test the Go program with the race detector (needs a C compiler)
	@command -v gcc >/dev/null || command -v clang >/dev/null || { echo "make race needs a C compiler: apt-get install gcc"; exit 1; }
	CGO_ENABLED=1 go test -race ./...

lint: lint-go lint-interface lint-unit lint-dependencies ## Check formatting, types and likely mistakes

lint-go: need-go
	go run $(GOLANGCI) run ./...

lint-interface: $(PACKAGES)
	cd frontend && npm run typecheck && npm run lint && npx biome check ../audit

lint-unit:
	@if command -v systemd-analyze >/dev/null; then \
		checked=$$(mktemp -d)/deskmate.service; \
		sed 's#^ExecStart=[^ ]*#ExecStart=/bin/true#; s#^User=.*#User=root#; s#^Group=.*#Group=root#' deploy/deskmate.service > "$$checked"; \
		systemd-analyze verify "$$checked" && systemd-analyze security --offline=true --threshold=20 --no-pager deploy/deskmate.service >/dev/null; \
		result=$$?; rm -r "$$(dirname "$$checked")"; [ $$result = 0 ] || { echo "deploy/deskmate.service is wrong, or its exposure is above 2.0"; exit 1; }; \
	else echo "deploy/deskmate.service is not checked: systemd-analyze is not installed"; fi

# A known vulnerability fails the check. Without a connection to the lists, there is nothing to compare with.
lint-dependencies: need-go $(PACKAGES)
	$(call check-online,go run $(GOVULNCHECK) ./...)
	$(call check-online,npm --prefix frontend audit --fetch-retries=0)
	$(call check-online,npm --prefix frontend audit signatures --fetch-retries=0)

define check-online
@echo "$(1)"; found=$$($(1) 2>&1) || { \
	if grep -qE '$(UNREACHABLE)' <<<"$$found"; then echo "  NOT CHECKED: the list that it compares with cannot be reached from here"; \
	else echo "$$found"; exit 1; fi; }
endef

fmt: need-go $(PACKAGES) ## Format everything
	gofmt -w main.go hooks internal pb_migrations pb_public
	cd frontend && npm run format && npx biome check --write ../audit

need-go:
	@command -v go >/dev/null || { echo "Go 1.26 is required: https://go.dev/dl/ (or your system's golang package)"; exit 1; }
	@go list -m >/dev/null || { echo "Go 1.26 is required, but this is $$(go version)"; exit 1; }

need-node:
	@command -v node >/dev/null && command -v npm >/dev/null || { echo "$(NODE_VERSIONS) with npm is required: https://nodejs.org/"; exit 1; }
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a >= 24 || (a === 22 && b >= 13) || (a === 20 && b >= 19) ? 0 : 1)' \
		|| { echo "$(NODE_VERSIONS) is required, but this is $$(node --version)"; exit 1; }

need-chromium:
	@[ -n "$$CHROMIUM" ] || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; \
	else \
		echo "The browser tests need Chromium. Install it (apt-get install chromium), or set CHROMIUM to the path of a browser: CHROMIUM=/path make test"; exit 1; \
	fi

# The examples in deploy/ are tested with the servers that they are for.
need-servers:
	@missing=""; \
	[ -n "$$NGINX" ] || command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing="nginx-light"; \
	[ -n "$$CADDY" ] || command -v caddy >/dev/null || missing="$$missing caddy"; \
	command -v clamd >/dev/null || [ -x /usr/sbin/clamd ] || missing="$$missing clamav-daemon"; \
	if [ -z "$$missing" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; \
	else \
		echo "The Go tests need nginx, Caddy and clamd. Install them (apt-get install $$missing). NGINX and CADDY can name the paths of the first two"; exit 1; \
	fi
