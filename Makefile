# The front door. Everything is built by Meson and Ninja; see meson.build.

# Ninja speaks only if something is wrong.
ninja = @out=$$(ninja -C $(1) --quiet) || { echo "$$out"; exit 1; }

# Debian's own, for which numpy is packaged, whatever else is in the path.
PYTHON ?= /usr/bin/python3

.PHONY: all play serve hostile-server test test-browser look long check cluster test-cluster bench bench-gpu bench-server bench-cluster bench-wasm fuzz scarce endure soak races growth rivals walk golden pictures sheets install wheel deb deb-test clean

all: build/build.ninja
	$(call ninja,build)

# The lobby; without a terminal a demonstration.
play: all
	@build/pairs play

# Tables for people on the network; on this machine only, until told otherwise (SERVE="--listen ...").
serve: all
	@build/pairs serve $(SERVE)

# Several nodes on a PostgreSQL of their own behind a proxy, all in a temporary folder; Ctrl-C ends it.
NODES ?= 3
cluster: all
	@tools/build/deps.sh test
	@tests/cluster/cluster.py build/pairs $(NODES)

# CLUSTER_TABLES tables are played at while nodes, links and database have CLUSTER_FAULTS faults; then all that anybody has heard is checked.
# Nobody may be away for more than CLUSTER_SECONDS beyond a fault; none: the machine is too busy to say.
CLUSTER_TABLES ?= 60
CLUSTER_FAULTS ?= 300
CLUSTER_SEED ?= 1
CLUSTER_SECONDS ?= 4
test-cluster: build-test/build.ninja all
	@ninja -C build-test --quiet tests/libfault.so
	@tests/cluster/drive.py build/pairs build-test/tests/libfault.so $(CLUSTER_TABLES) $(CLUSTER_FAULTS) $(CLUSTER_SEED) $(CLUSTER_SECONDS)

# With clang, AddressSanitizer and UndefinedBehaviorSanitizer.
test: build-test/build.ninja all
	$(call ninja,build-test)
	@tools/build/deps.sh browser
	@tools/check/test.sh

# The page in a browser, whole: every game by keys alone, by mouse, together, without a network, for every eye. WORDS= are
# of the sentences of those wanted. The program with a game more is one of the tests' own.
test-browser: build-test/build.ninja all
	@ninja -C build-test --quiet tests/pairs-added
	@tools/build/deps.sh browser
	@node tests/browser/run.mjs build/pairs all $(WORDS)

# A robot plays all names at five sizes of window and measures whatever a person would see to be wrong; then how long one waits. LOOK=
# are its words (tests/browser/looks.mjs), as LOOK="--games pairs --sizes 360x640 --pictures build/faults"; a whole look takes about half an hour.
look: all
	@tools/build/deps.sh browser
	@node tests/browser/looks.mjs build/pairs $(LOOK)
	@node tests/browser/looks.mjs build/pairs --times

# The tests that take long: memory that runs out, faults of disk and network, proofs, hints, random walks.
long: build-test/build.ninja all
	$(call ninja,build-test)
	@tools/check/test.sh long

# What must hold of the source: format, warnings, clang-tidy (not with TIDY=no), layers, sizes, documents.
check: all
	@tools/build/deps.sh check
	@tools/check/all.sh

bench: all
	@build/pairs-bench
	@tools/build/deps.sh python
	@ls build/python/pairs/_pairs.*.so >/dev/null 2>&1 || meson setup --reconfigure build >/dev/null
	$(call ninja,build)
	@PYTHONPATH=build/python $(PYTHON) bench/vector.py build/pairs-bench-vector

# How fast a GPU is beside all cores, and whether it plays the same games; where there is PyTorch, how fast it learns on both.
bench-gpu: all
	@build/pairs-bench-gpu
	@! $(PYTHON) -c 'import torch' 2>/dev/null || PYTHONPATH=build/python $(PYTHON) bench/ppo.py

bench-server: all
	@build/pairs-bench-server build/pairs

# Durable moves in a file, and with one, two and three nodes; how soon people are back whose node was killed.
bench-cluster: all
	@tools/build/deps.sh test
	@bench/cluster/run.py build/pairs build/pairs-bench-moves

# How fast the program inside the page is, beside the same on this machine.
bench-wasm: all
	@tools/build/deps.sh test
	@node bench/wasm.mjs build/page build/pairs

# 2,000 hostile connections while honest tables are played at: how much longer they wait. HOSTILE_RATIO=R
# bounds it.
HOSTILE_RATIO ?= 0
hostile-server: all
	@tests/server/siege.py build/pairs 2000 30 $(HOSTILE_RATIO)

# FUZZ_RUNS executions of each harness.
FUZZ_RUNS ?= 10000000
fuzz: build-test/build.ninja all
	$(call ninja,build-test)
	@tools/check/fuzz.sh $(FUZZ_RUNS)

# Every command while memory runs out: each allocation fails in turn, or with SCARCE= some of them.
SCARCE ?= --all
scarce: build-test/build.ninja all
	$(call ninja,build-test)
	@build-test/tests/scarcity build-test/tests/libscarce.so build/pairs \
	    build-test/tests/protocol-bot tests/records $(SCARCE)

# ENDURE_GAMES random games, over every name and number of players: each must end.
ENDURE_GAMES ?= 200000000
endure: all
	@tools/check/endure.sh $(ENDURE_GAMES)

# SOAK_TABLES tables are played at over the network while the server is killed SOAK_KILLS times. Whoever takes
# longer than SOAK_SECONDS to come back is a fault; none: the machine is too busy to say.
SOAK_TABLES ?= 100
SOAK_KILLS ?= 300
SOAK_SECONDS ?= 3
soak: all
	@tests/server/soak.sh build/pairs-soak build/pairs $(SOAK_TABLES) $(SOAK_KILLS) 1 $(SOAK_SECONDS)

# GROWTH_TABLES tables are made and left: what is closed costs no memory.
GROWTH_TABLES ?= 10000
growth: all
	@tests/server/growth.py build/pairs $(GROWTH_TABLES)

# ThreadSanitizer over a session: bots that think, people who go, and an end while they do.
races: build-tsan/build.ninja all
	@ninja -C build-tsan --quiet pairs pairs-soak
	@TSAN_OPTIONS=halt_on_error=1 tests/server/soak.sh build-tsan/pairs-soak build-tsan/pairs 10 12 1

# Programs over the line protocol against a bot: how much each seat of it lost or won, at 2, 4 and 6 players, or
# only at PLAYERS= of them. WORDS= choose some of the programs.
BOT ?= 8
GAMES ?= 200
rivals: all
	@tests/rivals/run.py $(if $(PLAYERS),-n $(PLAYERS)) build/pairs $(BOT) $(GAMES) $(WORDS)

# Random keys through whole games: every name, both languages, three sizes and lines, so many times.
WALKS ?= 1
walk: build-test/build.ninja all
	$(call ninja,build-test)
	@for seed in $$(seq $(WALKS)); do \
	    tests/tui/walk.sh build-test/tests/walker build-test/pairs build-test/tests/libpace.so . $$seed \
	        '80x24 120x40 200x60 plain' 'en de' || exit 1; \
	done

# Writes the playthroughs of tests/golden and the screens of tests/screens anew, after a rule or the
# picture has changed.
golden: build-test/build.ninja all
	$(call ninja,build-test)
	@tools/check/golden.sh

# The pictures of the page in README.md and the manual, by a robot in chromium. What drives it comes from npm.
pictures: all
	@tools/build/deps.sh browser
	@tools/measure/pictures.cjs build/pairs docs

# Contact sheets in build/sheets: each game at a decision, at a result and at its end, on a phone and on a desk, light and dark. SHEETS=
# are names of those wanted. The cards are the same each time.
sheets: all
	@tools/build/deps.sh browser
	@tools/measure/sheets.mjs build/pairs build/sheets $(SHEETS)

install: all
	@DESTDIR="$(DESTDIR)" meson install -C build --quiet --no-rebuild

# The package for Python as a wheel in build-wheel/, tried in a fresh environment.
wheel:
	@tools/build/deps.sh python
	@tools/check/wheel.sh $(PYTHON)

# Debian packages in build-deb/: program, library, development files.
deb:
	@tools/build/deps.sh deb
	@tools/build/deb.sh

# The same on a fresh Debian 12 in a folder: installed, started, removed without a trace. Needs root.
deb-test: deb
	@tools/check/deb-test.sh

clean:
	@rm -rf build build-test build-check build-tsan build-deb build-python build-wheel

# Whoever comes back to an older build gets the packages that are new.
build/build.ninja: tools/build/deps.sh
	@tools/build/deps.sh play
	@meson setup build >/dev/null
	@touch $@

build-test/build.ninja: tools/build/deps.sh
	@tools/build/deps.sh test
	@CC=clang CC_LD=lld meson setup build-test -Dtests=true -Dpage=$(CURDIR)/build/page -Dbuildtype=debugoptimized \
	    -Db_sanitize=address,undefined -Db_lundef=false -Dc_args=-fno-sanitize-recover=all >/dev/null
	@touch $@

build-tsan/build.ninja:
	@tools/build/deps.sh test
	@CC=clang meson setup build-tsan -Dpage=$(CURDIR)/build/page -Dbuildtype=debugoptimized -Db_sanitize=thread \
	    -Db_lundef=false >/dev/null
