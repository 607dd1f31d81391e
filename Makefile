# The front door. `make help` lists what there is; every target installs what it needs by scripts/setup.
BUILD    ?= build
SANITIZE ?= build-sanitize
FUZZ     ?= build-fuzz
JOBS     ?= $(shell nproc 2>/dev/null || echo 2)
TEST_JOBS ?= $(JOBS)
PREFIX   ?= /usr/local
SECONDS  ?= 10
UNITY    ?= ON
CMAKE_ARGS ?=
TESTS    ?=
CONFIGURE = cmake -G Ninja -DGLEANER_UNITY=$(UNITY)
# Who wants to see it run does not want to wait for the compiler: whole modules at a time, with
# -O1, no warnings, in a folder of its own; `make` makes the fast program. Where that is there
# already, it is the one that is shown.
DEMO = $(if $(wildcard $(BUILD)/gleaner),$(BUILD),build-demo)
QUICKLY = $(if $(filter build-demo,$(DEMO)),-DCMAKE_BUILD_TYPE=Release -DGLEANER_BATCH=40 -DGLEANER_QUICKLY=ON -DGLEANER_TESTS=OFF -DGLEANER_BENCH=OFF)
# clang compiles sanitized code in half of g++'s time (scripts/setup --fuzz has it,
# with its runtime); else g++ does.
CLANG_RUNTIME = $(wildcard $(shell clang++-19 --print-resource-dir 2>/dev/null)/lib/linux/libclang_rt.asan-*.a)
SYMBOLIZER = $(or $(shell command -v llvm-symbolizer-19),$(shell command -v llvm-symbolizer),$(shell command -v addr2line))
SANITIZED_BY = $(if $(CLANG_RUNTIME),-DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19)
# Tests with servers and browsers may lose a race on a busy machine: they get a second try, which is told.
CTEST = ctest --output-on-failure --repeat until-pass:2 -j $(TEST_JOBS) --test-dir

.DEFAULT_GOAL := build
.PHONY: help setup build demo demo-prices test test-ui build-sanitize sanitize bench fuzz hostile lint format install clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

setup:
	@scripts/setup

build: setup ## build/gleaner and everything else
	@$(CONFIGURE) -S . -B $(BUILD) $(CMAKE_ARGS) >$(BUILD).log 2>&1 || { cat $(BUILD).log; rm -f $(BUILD).log; exit 1; }
	@rm -f $(BUILD).log
	@cmake --build $(BUILD) -j $(JOBS)

demo: setup ## the main job on the sample sites, in a minute
	@$(CONFIGURE) $(QUICKLY) -S . -B $(DEMO) $(CMAKE_ARGS) >/dev/null
	@cmake --build $(DEMO) -j $(JOBS) --target gleaner
	@scripts/demo $(DEMO)/gleaner

demo-prices: setup ## two weeks of three shops: prices matched, delivered, charted (demo-prices/report.html in the build's folder)
	@$(CONFIGURE) $(QUICKLY) -S . -B $(DEMO) $(CMAKE_ARGS) >/dev/null
	@cmake --build $(DEMO) -j $(JOBS) --target gleaner
	@scripts/demo-prices $(DEMO)/gleaner $(DEMO)/demo-prices

test-ui: build ## Studio with a browser (Node, Chromium)
	@scripts/setup --ui
	@GLEANER=$(BUILD)/gleaner node tests/ui/run.mjs

test: build ## all tests (TESTS='-R html': some)
	@$(CTEST) $(BUILD) $(TESTS)

build-sanitize: setup
	@$(CONFIGURE) -S . -B $(SANITIZE) -DGLEANER_SANITIZE=address,undefined -DGLEANER_BENCH=OFF $(SANITIZED_BY) $(CMAKE_ARGS) >/dev/null
	@cmake --build $(SANITIZE) -j $(JOBS)

sanitize: build-sanitize ## all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@LSAN_OPTIONS=print_suppressions=0 ASAN_SYMBOLIZER_PATH=$(SYMBOLIZER) $(CTEST) $(SANITIZE) $(TESTS)

bench: build ## speed against peers, answers checked first (see bench/README.md)
	@bench/run $(BUILD)

fuzz: ## each fuzz target for SECONDS seconds
	@scripts/setup --fuzz
	@scripts/fuzz $(FUZZ) $(SECONDS)

hostile: build ## hostile inputs, each in a child under limits
	@tests/hostile $(BUILD)/gleaner

lint: ## formatting, layers, clang-tidy
	@scripts/setup --lint
	@scripts/layers
	@scripts/comments
	@$(CONFIGURE) -S . -B $(BUILD) $(CMAKE_ARGS) >/dev/null
	@scripts/lint $(BUILD)

format: ## rewrite the sources in the project's format
	@scripts/setup --lint
	@scripts/lint --format

install: build ## program, library, headers and completions below PREFIX
	@cmake --install $(BUILD) --prefix $(PREFIX)

clean: ## forget all builds (keeps .deps)
	rm -rf $(BUILD) build-demo $(SANITIZE) $(FUZZ)
