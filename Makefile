# What there is to make is told by "make help". Longer recipes are in .ci/.

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

GOFUMPT     := mvdan.cc/gofumpt@v0.12.0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
PROGRAM     := bin/ragmanager
HEADLESS    := bin/headless/ragmanager
FUZZTIME    ?= 10s
PREFIX      ?= $(HOME)/.local

# On Linux the window draws with OpenGL ES: its bindings compile in a tenth of the
# time that those of OpenGL take.
TAGS        := $(if $(filter Linux,$(shell uname -s)),gles)

.PHONY: help start window install headless test test-quick format check-format vet vet-window lint lint-window tidy unit race display fuzz soak cross static bench measure measure-window clean

help: ## tell what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

start: ## build the program and open its window; without a display, show what it makes of the sample manual
	@.ci/start

window: ## build bin/ragmanager
	@.ci/need_window
	CGO_ENABLED=1 go build -trimpath -tags "$(TAGS)" -o $(PROGRAM) ./cmd/ragmanager

install: window ## put the program, its icon and its entry in the menu of the desktop under PREFIX
	install -D -m 755 $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/ragmanager"
	install -D -m 644 assets/icon.svg "$(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps/ragmanager.svg"
	install -D -m 644 assets/ragmanager.desktop "$(DESTDIR)$(PREFIX)/share/applications/ragmanager.desktop"

headless: ## build bin/headless/ragmanager, without window and without C
	CGO_ENABLED=0 go build -trimpath -tags headless -o $(HEADLESS) ./cmd/ragmanager

test: check-format vet lint tidy unit race cross static window vet-window lint-window display ## run all checks and tests, as before every submission (some minutes)

test-quick: check-format vet unit ## run the checks and tests of the inner loop (some seconds)

format: ## format all Go files
	go run $(GOFUMPT) -w .

check-format: ## check that all Go files are formatted
	.ci/empty go run $(GOFUMPT) -l .

vet: ## check for likely mistakes
	CGO_ENABLED=0 go vet ./...

vet-window: ## check for likely mistakes in what is built with C
	CGO_ENABLED=1 go vet -tags "display $(TAGS)" ./cmd/ragmanager ./manager/window/displaytest

lint: ## check style and doc comments, see staticcheck.conf
	CGO_ENABLED=0 go run $(STATICCHECK) ./...

lint-window: ## check style and doc comments of what is built with C
	CGO_ENABLED=1 go run $(STATICCHECK) -tags "display $(TAGS)" ./cmd/ragmanager ./manager/window/displaytest

tidy: ## check that go.mod and go.sum hold what is used and no more
	go mod tidy -diff

unit: ## run the tests
	CGO_ENABLED=0 go test ./...

race: ## run the tests of what runs concurrently with the race detector (needs gcc)
	.ci/need gcc libc6-dev
	CGO_ENABLED=1 go test -race -tags headless -timeout=30m $$(go list ./library/... ./manager/... ./cmd/... | grep -v -E '/window$$|/(answer|keys|logview|markdown|selecting|text)$$') # these run on one goroutine

display: ## drive the real window on a display of its own (RUN=TEST for one test; pictures in bin/screenshots)
	@.ci/need_window display
	.ci/display "$(TAGS)" $(RUN)

fuzz: ## run each fuzz target for FUZZTIME
	.ci/fuzz $(FUZZTIME)

soak: ## kill jobs at many random moments (a minute)
	SOAK=1 CGO_ENABLED=0 go test -count=1 -run=Kill -v ./library ./manager

cross: ## check that all but the window, which needs C there, compiles for other systems
	for system in windows darwin; do \
		GOOS=$$system CGO_ENABLED=0 go vet -tags headless $$(go list ./... | grep -v -E '/window(/(answer|keys|logview|displaytest))?$$'); \
	done

static: headless ## check that the headless program needs no library
	.ci/static $(HEADLESS)

bench: ## run the benchmarks
	CGO_ENABLED=0 go test -run='^$$' -bench=. -benchmem ./...

measure: headless ## measure speed and memory for docs/figures.md (minutes; MANUALS=FOLDER for more manuals)
	@.ci/measure $(HEADLESS)

measure-window: window ## measure how fast the window opens and answers, for docs/figures.md (two minutes)
	@.ci/need_window display
	@.ci/measure_window "$(TAGS)" $(PROGRAM)

clean: ## remove what was built
	rm -rf bin
