# The two commands that matter: `make compare` and `make test`. Both install what is missing first.

SWIFT ?= swift
# Without debugging information it builds in four fifths of the time, into a third of the space.
CONFIGURATION := -c release -debug-info-format none
BIN = $(shell $(SWIFT) build $(CONFIGURATION) --show-bin-path)
# The first table of a fresh clone and the tests come from builds that optimise little, in folders of their
# own: Package.swift says what, for either. The compiler sees each module of the dependencies at once, too.
QUICKLY := -debug-info-format none -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2 \
  -Xswiftc -no-emit-module-separately-wmo
# Tests start the harness a thousand times. In debug builds swift-argument-parser checks its declarations at
# each start, for half a second.
QUICK := --scratch-path .build-quick -c release -Xswiftc -Onone -Xswiftc -enable-testing $(QUICKLY)
PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share/barcode-harness
WORKERS := zbar zxing dmtx null
PRODUCTS := harness harness-guard $(WORKERS:%=harness-decoder-%)
SOURCES := Package.swift Sources Plugins Tests

CORPORA ?=

.PHONY: compare demo test prove fuzz sanitize sanitize-address sanitize-thread docs quick site links page-check guides \
  surface release action-check live-check bench simulate frozen durability soak nightly python table plugins build install files \
  dist dist-built dist-check dist-twice wheel image arrows rooms format lint clean help

## compare: compare all decoders on corpus qr-small, after building what that needs
compare: FIRST = compare --corpus qr-small
## demo: scans a label and shrinks it until each decoder fails; installs and builds as compare does
demo: FIRST = demo --open
compare demo:
	@if [ -x .build/release/harness ]; then $(MAKE) --no-print-directory build && \
	  .build/release/harness $(FIRST); \
	else SCRATCH=.build-compare scripts/prepare.sh && \
	  HARNESS_QUICK=compare $(SWIFT) build --scratch-path .build-compare $(QUICKLY) && \
	  .build-compare/debug/harness $(FIRST); fi

# Adapters' tests make the libraries abort, in processes of their own: no backtraces of those. Hundreds of
# plugins in Python are started: the system's interpreter comes first on PATH, because version managers' start
# in four times the time.
## test: format, warnings as errors, module arrows, tests
test: lint
	@SCRATCH=.build-quick scripts/prepare.sh tests
	HARNESS_QUICK=1 $(SWIFT) build $(QUICK) --product barcode-harnessPackageTests
	@mkdir -p .build-quick/bin && \
	  ln -sf "$$(PATH=/usr/bin:$$PATH python3 -c 'import sys; print(sys.executable)')" .build-quick/bin/python3
	@PATH="$(CURDIR)/.build-quick/bin:$$PATH" HARNESS_QUICK=1 SWIFT_BACKTRACE=enable=no \
	  scripts/test.py .build-quick/tests.xml $(SWIFT) test $(QUICK) --skip-build

## prove: test with the proofs: claims over all inputs, moments and processes, not the fewest that show them (an hour)
prove: export HARNESS_PROOFS = 1
prove: test

TARGETS ?=
FUZZED := -c release --scratch-path .build-fuzz -debug-info-format none
## fuzz: the readers of files and messages, fuzzed for MINUTES=10 altogether; TARGETS="png jpeg" for some
fuzz: MINUTES ?= 10
fuzz:
	@scripts/prepare.sh
	HARNESS_FUZZ=1 $(SWIFT) build $(FUZZED) --product harness-fuzz -Xcc -fsanitize=fuzzer-no-link
	@scripts/fuzz.sh .build-fuzz/release/harness-fuzz "$(MINUTES)" $(TARGETS)

# Suites with what they need, and nothing else: instrumented code takes its time. A report ends the tests
# with an error.
SUITES := DecoderKitTests PluginHostTests ImagesTests ResultStoreTests BaseTests ResultsTests JudgingTests AnalysisTests \
  EvaluationTests ScanningTests ValuesTests FuzzSeedTests
# The thread sanitizer does not see into the standard library's Mutex on Linux and takes what it guards for a
# race: of these suites no thread but a task's meets one. Tests run one by one: the hand-overs between many
# at once order accesses by chance, and hide a race.
THREAD_SUITES := DecoderKitTests PluginHostTests ImagesTests ResultStoreTests ScanningTests
THREAD_FILTER := DecoderKitTests|PluginHostTests|ImagesTests|ResultStoreTests|FrameScanner|CodeTracker
FILTER := .
SANITIZED = --scratch-path .build-$(1) -debug-info-format none --sanitize=$(1)
## sanitize: tests of the host under the address and the thread sanitizer; SUITES=ImagesTests for some (long)
sanitize: sanitize-address sanitize-thread

sanitize-address:
	@scripts/prepare.sh tests
	HARNESS_QUICK=1 HARNESS_SUITES="$(SUITES)" $(SWIFT) build $(call SANITIZED,address) --build-tests
	HARNESS_QUICK=1 HARNESS_SUITES="$(SUITES)" SWIFT_BACKTRACE=enable=no \
	  ASAN_OPTIONS="$(ASAN_OPTIONS) detect_leaks=0" \
	  $(SWIFT) test $(call SANITIZED,address) --skip-build --filter '$(FILTER)'

sanitize-thread:
	@scripts/prepare.sh tests
	HARNESS_QUICK=1 HARNESS_SUITES="$(THREAD_SUITES)" $(SWIFT) build $(call SANITIZED,thread) --build-tests
	HARNESS_QUICK=1 HARNESS_SUITES="$(THREAD_SUITES)" SWIFT_BACKTRACE=enable=no \
	  TSAN_OPTIONS="$(TSAN_OPTIONS) exitcode=66" \
	  $(SWIFT) test $(call SANITIZED,thread) --skip-build --no-parallel --filter '$(THREAD_FILTER)'

LIBRARIES := Scanning Statistics ZBarDecoder ZXingDecoder DmtxDecoder
## docs: the DocC pages of the libraries, into .build/docs
docs:
	@SCRATCH=.build-quick scripts/prepare.sh
	@for library in $(LIBRARIES); do HARNESS_QUICK=1 $(SWIFT) build $(QUICK) --target $$library || exit; done
	@scripts/docs.sh .build-quick/release .build/docs "$(SITE_BASE)"
	@echo "The pages are in .build/docs; see them through a web server: python3 -m http.server -d .build/docs"

SITE ?= .build/site
SITE_BASE ?=
# The harness and its decoders as the tests build them, for what runs or reads them.
quick:
	@SCRATCH=.build-quick scripts/prepare.sh
	@for product in $(PRODUCTS); do \
	  HARNESS_QUICK=1 $(SWIFT) build $(QUICK) --product "$$product" || exit; done

## site: guides, commands, libraries and results as one static site, into SITE=.build/site; SITE_BASE=/path for a server (PyPI)
site: docs quick
	@scripts/site.sh .build-quick/release .build/docs/libraries "$(SITE)" "$(SITE_BASE)"

## links: every link and anchor of the guides; EXTERNAL=--external follows those to other sites, too (network)
links:
	@scripts/site/check_links.py $(EXTERNAL)

GUIDES ?=
## guides: the guides' commands, run one by one in fresh copies (ten minutes); GUIDES="docs/gates.md" for some
guides: quick
	@SCRATCH=.build-quick scripts/prepare.sh tests
	@scripts/site/run_guides.py --harness .build-quick/release/harness $(GUIDES)

## surface: the public surface compared with docs/api; SURFACE="record" writes it (docs/versioning.md)
SURFACE ?= check
surface: quick
	@scripts/surface.py $(SURFACE)

## release: checks and prepares VERSION=0.3.0: changelog, versions, recorded surface; prints what to tag
release: quick
	@scripts/release.py $(or $(VERSION),$(error say which: make release VERSION=0.3.0))

## page-check: pages of small runs in a headless Chromium: clicks, keys, widths, axe (PyPI, minutes)
page-check: quick
	@scripts/pages/check.sh .build-quick/release/harness

ACTIONS := .github/workflows/*.yml docs/engines/github-actions.yml docs/examples/*/.github/workflows/*.yml
## action-check: action.yml, workflows and the GitLab example against the published schemas (network, into .venv-check)
action-check:
	@[ -x .venv-check/bin/check-jsonschema ] || { python3 -m venv .venv-check && \
	  .venv-check/bin/pip install --quiet check-jsonschema==0.39.0; }
	.venv-check/bin/check-jsonschema --builtin-schema vendor.github-actions action.yml comment/action.yml
	.venv-check/bin/check-jsonschema --builtin-schema vendor.github-workflows $(ACTIONS)
	.venv-check/bin/check-jsonschema --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci \
	  docs/examples/*/.gitlab-ci.yml

## live-check: the page of harness live in a browser with a fake camera (chromium; PyPI); ARGUMENTS="--pictures DIR"
live-check: quick
	@scripts/live-check .build-quick/release/harness $(ARGUMENTS)

## bench: speed, memory and the store, measured in one run beside the bars that must hold
bench: build
	$(SWIFT) build $(CONFIGURATION) --product harness-bench
	@"$(BIN)/harness-bench"

## simulate: coverage and efficiency of the statistics, by long simulations, and hunts of planted faults (minutes)
simulate:
	@SCRATCH=.build-quick scripts/prepare.sh tests
	$(SWIFT) build $(CONFIGURATION) --product harness-simulate
	@"$(BIN)/harness-simulate"
	HARNESS_QUICK=1 $(SWIFT) build $(QUICK) --product barcode-harnessPackageTests
	HARNESS_QUICK=1 HARNESS_HUNT_TRIES=20 $(SWIFT) test $(QUICK) --skip-build --filter HuntPlantTests

FROZEN := $(QUICKLY) --product harness
## frozen: every image of release RELEASE=2026.1 (or of CORPORA="smoke tilt"), drawn by a debug and a release build
RELEASE ?= 2026.1
frozen:
	@scripts/prepare.sh
	$(SWIFT) build --scratch-path .build-debug $(FROZEN)
	$(SWIFT) build $(CONFIGURATION) --product harness
	@scripts/frozen.sh "$(RELEASE)" .build-debug/debug/harness "$(BIN)/harness" $(CORPORA)

## durability: 1 000 kills and 20 full disks, at most MINUTES=30, then moving clocks, locks, memory, signals: nothing lost
durability: MINUTES ?= 30
durability: build
	@scripts/durability.py "$(BIN)/harness" --minutes $(MINUTES)
	@scripts/ground.py "$(BIN)/harness"

## soak: compare, scan, a stream and live for MINUTES=30: slopes of memory, descriptors, threads, files, with intervals
soak: MINUTES ?= 30
soak: build
	@scripts/soak.py "$(BIN)/harness" --minutes $(MINUTES)

## python: the Python package, its tests, README and notebook against a fresh comparison (PyPI, minutes)
python: build
	@scripts/python.sh "$(BIN)/harness"

## nightly: all corpora (or CORPORA="smoke jpeg"), gated against reports/baselines; pages and site
nightly: build
	@HARNESS="$(BIN)/harness" scripts/nightly.sh $(CORPORA)

## build: the harness and its decoders, optimised, and nothing else
build:
	@scripts/prepare.sh
	@for product in $(PRODUCTS); do \
	  $(SWIFT) build $(CONFIGURATION) --product "$$product" || exit; done

RUNS ?=
TRIALS ?=
DECODERS ?=
PHOTOS ?=
PHOTOS_SOURCE ?=
## table: the page docs/which-decoder.md, measured; RUNS="qr-small dpm", TRIALS=20, DECODERS="zbar zxing", PHOTOS=folder
table: build plugins
	@python3 scripts/table make --harness "$(BIN)/harness" --runs "$(RUNS)" --decoders "$(DECODERS)" \
	  $(if $(TRIALS),--trials "$(TRIALS)") \
	  $(if $(PHOTOS),--photos "$(PHOTOS)" --photos-source "$(PHOTOS_SOURCE)")

## plugins: the libraries of the optional decoders, into .venv-plugins and with apt-get
plugins:
	@scripts/plugins.sh

## install: into PREFIX (default /usr/local): bin/harness, plugins, corpora, man page, completions
install: build
	@$(MAKE) --no-print-directory files BIN="$(BIN)"

# What install and dist lay out, from executables that are built: BIN is their folder.
files:
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/Corpora/Cameras"
	install -m 755 "$(BIN)/harness" "$(BIN)/harness-guard" $(WORKERS:%="$(BIN)/harness-decoder-%") "$(DESTDIR)$(PREFIX)/bin"
	install -m 644 Corpora/*.yaml "$(SHARE)/Corpora"
	install -D -m 644 Corpora/Images/label.png "$(SHARE)/Corpora/Images/label.png"
	install -m 644 Corpora/Cameras/*.yaml "$(SHARE)/Corpora/Cameras"
	for file in Corpora/Releases/*/*.lock.json; do install -D -m 644 "$$file" "$(SHARE)/$$file"; done
	git rev-parse HEAD > "$(SHARE)/COMMIT" 2>/dev/null || rm -f "$(SHARE)/COMMIT"
	for file in Plugins/*/*.yaml Plugins/*/*.py Plugins/*/*.java Plugins/*/requirements.txt \
	  Plugins/*/README.md Plugins/SDK/*/*.py Plugins/SDK/c/*.[ch]; do \
	  install -D -m 644 "$$file" "$(SHARE)/$$file"; done
	rm -rf "$(SHARE)/Plugins/Templates" "$(SHARE)/Plugins/SDK/swift"
	install -d "$(SHARE)/Plugins/SDK/swift"
	cp -R Plugins/Templates "$(SHARE)/Plugins/Templates"
	for folder in Plugins/*/Codegen Plugins/SDK/codegen; do \
	  rm -rf "$(SHARE)/$$folder"; install -d "$(SHARE)/$${folder%/*}"; \
	  cp -R "$$folder" "$(SHARE)/$$folder"; done
	cp -R Sources/DecoderKit "$(SHARE)/Plugins/SDK/swift/DecoderKit"
	install -D -m 755 scripts/plugins.sh \
	  "$(SHARE)/scripts/plugins.sh"
	for file in python/requirements.txt python/src/barcode_harness/*; do \
	  if [ -f "$$file" ]; then install -D -m 644 "$$file" "$(SHARE)/$$file"; fi; done
	scripts/install-manual.sh "$(BIN)/harness" "$(DESTDIR)$(PREFIX)/share"

# Executables for systems without a Swift toolchain: its runtime is linked in. Paths of this folder are left
# out, and so are the compiler's hashes for its next run, which depend on them: two folders give the same
# bytes. The guard has no runtime, and a linker's flags of its own.
DIST := $(CONFIGURATION) --scratch-path .build-dist \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=/barcode-harness" \
  -Xcc "-ffile-prefix-map=$(CURDIR)=/barcode-harness"
## dist: a tarball and, where there is dpkg, a Debian package of this version, in dist (docs/installing.md)
dist: dist-built
	@packaging/dist.sh "$$($(SWIFT) build $(DIST) --show-bin-path)"

dist-built:
	@SCRATCH=.build-dist scripts/prepare.sh
	@for product in $(filter-out harness-guard,$(PRODUCTS)); do \
	  $(SWIFT) build $(DIST) --static-swift-stdlib --product "$$product" || exit; done
	$(SWIFT) build $(DIST) --product harness-guard

## wheel: a Python wheel with harness, its libraries and the package of results, in dist; WHEEL_BIN=FOLDER takes a build
wheel: $(if $(WHEEL_BIN),,dist-built)
	@packaging/wheel.py "$(or $(WHEEL_BIN),$$($(SWIFT) build $(DIST) --show-bin-path))"

## dist-check: tarball and package of make dist, tried in a fresh Debian 12 without Swift (mmdebstrap, minutes)
dist-check:
	@packaging/check.sh

## dist-twice: whether two builds of the last commit, from nothing and in two folders, give the same bytes (long)
dist-twice:
	@packaging/twice.sh

## image: the container image with the package of make dist, in dist, and tried (buildah, no engine)
image:
	@packaging/image.sh

## arrows: the tables, READMEs and the picture that say which part may use which, from Package.swift
arrows:
	@scripts/arrows.py

## rooms: remove each feature in a copy, and build the rest (minutes)
rooms:
	@SCRATCH=.build-quick scripts/prepare.sh
	@scripts/rooms.py --test Distance

## format: rewrite the sources in the house format
format:
	$(SWIFT) format format --in-place --recursive --parallel $(SOURCES)

lint:
	@scripts/prepare.sh swift
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

## clean: remove what was built; reports stay
clean:
	$(SWIFT) package clean
	rm -rf .build .build-compare .build-quick .build-debug .build-fuzz .build-thread .build-address .build-dist dist

## help: this list
help:
	@sed -n 's/^## //p' Makefile
