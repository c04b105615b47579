;; The loops that are run over every byte: which trigrams a piece of text has, how many lines, and where a text stands in another.
;; `node scripts/wasm.mjs` makes scan.wasm.ts of it. The memory is laid out in scanner.ts.
(module
  (import "host" "memory" (memory 1 65536 shared))
  ;; The class of each byte (grams.ts), and for each trigram the generation in which it was last seen.
  (global $CLASSES i32 (i32.const 0))
  (global $SEEN i32 (i32.const 1024))

  ;; Writes the distinct trigrams of [at, end) to `out`, 4 bytes each, and gives where they end.
  (func (export "grams") (param $at i32) (param $end i32) (param $generation i32) (param $out i32) (result i32)
    (local $gram i32) (local $length i32) (local $byte i32) (local $seen i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        ;; no trigram goes over a line's end
        (if (i32.eq (local.get $byte) (i32.const 10))
          (then (local.set $length (i32.const 0)) (br $next)))
        (local.set $gram
          (i32.and
            (i32.or (i32.shl (local.get $gram) (i32.const 6)) (i32.load8_u (i32.add (global.get $CLASSES) (local.get $byte))))
            (i32.const 0x3ffff)))
        (local.set $length (i32.add (local.get $length) (i32.const 1)))
        (br_if $next (i32.lt_u (local.get $length) (i32.const 3)))
        (local.set $seen (i32.add (global.get $SEEN) (local.get $gram)))
        (br_if $next (i32.eq (i32.load8_u (local.get $seen)) (local.get $generation)))
        (i32.store8 (local.get $seen) (local.get $generation))
        (i32.store (local.get $out) (local.get $gram))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $next)))
    (local.get $out))

  ;; Sets a bit of `bits` at `out` for each four bytes in a row of [at, end) that have no line end between them (fours.ts).
  (func (export "fours") (param $at i32) (param $end i32) (param $out i32) (param $bits i32)
    (local $length i32) (local $bit i32) (local $byte i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.eq (local.get $byte) (i32.const 10))
          (then (local.set $length (i32.const 0)) (br $next)))
        (local.set $length (i32.add (local.get $length) (i32.const 1)))
        (br_if $next (i32.lt_u (local.get $length) (i32.const 4)))
        (local.set $bit
          (i32.wrap_i64
            (i64.shr_u
              (i64.mul
                (i64.extend_i32_u (i32.mul (i32.load align=1 (i32.sub (local.get $at) (i32.const 4))) (i32.const 0x9e3779b1)))
                (i64.extend_i32_u (local.get $bits)))
              (i64.const 32))))
        (local.set $byte (i32.add (local.get $out) (i32.shr_u (local.get $bit) (i32.const 3))))
        (i32.store8 (local.get $byte)
          (i32.or (i32.load8_u (local.get $byte)) (i32.shl (i32.const 1) (i32.and (local.get $bit) (i32.const 7)))))
        (br $next))))

  ;; How many line ends there are in [at, end).
  (func (export "lines") (param $at i32) (param $end i32) (result i32)
    (local $count i32)
    (block $tail
      (loop $blocks
        (br_if $tail (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $end)))
        (local.set $count
          (i32.add (local.get $count) (i32.popcnt (i8x16.bitmask (i8x16.eq (v128.load align=1 (local.get $at)) (i8x16.splat (i32.const 10)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $blocks)))
    (block $done
      (loop $bytes
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $count (i32.add (local.get $count) (i32.eq (i32.load8_u (local.get $at)) (i32.const 10))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $bytes)))
    (local.get $count))

  ;; Whether `length` bytes are in the sets of a row, one after the other. At `row`, there are for each byte 4 bytes with a bit for each set
  ;; that it is in; then for each byte how far to go on if the row does not end with it (row.ts).
  (func $inSets (param $at i32) (param $row i32) (param $length i32) (result i32)
    (local $i i32)
    (block $differ
      (block $done
        (loop $next
          (br_if $done (i32.ge_u (local.get $i) (local.get $length)))
          (br_if $differ
            (i32.eqz
              (i32.and
                (i32.shr_u
                  (i32.load (i32.add (local.get $row) (i32.shl (i32.load8_u (i32.add (local.get $at) (local.get $i))) (i32.const 2))))
                  (local.get $i))
                (i32.const 1))))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br $next)))
      (return (i32.const 1)))
    (i32.const 0))

  ;; Whether `length` bytes are the same; where `folds` is 1, upper case letters of the text count as lower case; where it is 2, they have to be
  ;; in the sets of the row that stands some way behind the needle.
  (func $same (param $at i32) (param $needle i32) (param $length i32) (param $folds i32) (result i32)
    (local $i i32) (local $byte i32)
    (if (i32.eq (local.get $folds) (i32.const 2))
      (then (return (call $inSets (local.get $at) (i32.add (local.get $needle) (i32.const 64256)) (local.get $length)))))
    (block $differ
      (block $done
        (loop $next
          (br_if $done (i32.ge_u (local.get $i) (local.get $length)))
          (local.set $byte (i32.load8_u (i32.add (local.get $at) (local.get $i))))
          (if (i32.and (local.get $folds) (i32.lt_u (i32.sub (local.get $byte) (i32.const 65)) (i32.const 26)))
            (then (local.set $byte (i32.or (local.get $byte) (i32.const 32)))))
          (br_if $differ (i32.ne (local.get $byte) (i32.load8_u (i32.add (local.get $needle) (local.get $i)))))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br $next)))
      (return (i32.const 1)))
    (i32.const 0))

  ;; Where the needle first stands in [at, end); -1 if nowhere. Two of its bytes, `i` and `j`, are looked for sixteen places at a
  ;; time; `maskI` and `maskJ` are 32 where such a byte is a letter and case does not count, otherwise 0.
  (func $find (export "find")
    (param $at i32) (param $end i32) (param $needle i32) (param $length i32) (param $folds i32)
    (param $i i32) (param $j i32) (param $maskI i32) (param $maskJ i32)
    (result i32)
    (local $last i32) (local $hits i32) (local $place i32)
    (local $first v128) (local $second v128) (local $foldFirst v128) (local $foldSecond v128)
    (if (i32.lt_s (i32.sub (local.get $end) (local.get $at)) (local.get $length)) (then (return (i32.const -1))))
    (local.set $last (i32.sub (local.get $end) (local.get $length)))
    (local.set $first (i8x16.splat (i32.load8_u (i32.add (local.get $needle) (local.get $i)))))
    (local.set $second (i8x16.splat (i32.load8_u (i32.add (local.get $needle) (local.get $j)))))
    (local.set $foldFirst (i8x16.splat (local.get $maskI)))
    (local.set $foldSecond (i8x16.splat (local.get $maskJ)))
    (block $tail
      (loop $blocks
        (br_if $tail (i32.gt_u (i32.add (local.get $at) (i32.const 15)) (local.get $last)))
        (local.set $hits
          (i8x16.bitmask
            (v128.and
              (i8x16.eq (v128.or (v128.load align=1 (i32.add (local.get $at) (local.get $i))) (local.get $foldFirst)) (local.get $first))
              (i8x16.eq (v128.or (v128.load align=1 (i32.add (local.get $at) (local.get $j))) (local.get $foldSecond)) (local.get $second)))))
        (block $none
          (loop $each
            (br_if $none (i32.eqz (local.get $hits)))
            (local.set $place (i32.add (local.get $at) (i32.ctz (local.get $hits))))
            (if (call $same (local.get $place) (local.get $needle) (local.get $length) (local.get $folds)) (then (return (local.get $place))))
            (local.set $hits (i32.and (local.get $hits) (i32.sub (local.get $hits) (i32.const 1))))
            (br $each)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $blocks)))
    (block $nowhere
      (loop $bytes
        (br_if $nowhere (i32.gt_u (local.get $at) (local.get $last)))
        (if (call $same (local.get $at) (local.get $needle) (local.get $length) (local.get $folds)) (then (return (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $bytes)))
    (i32.const -1))

  ;; Where the line after that of `at` begins; `end` if there is none.
  (func $nextLine (param $at i32) (param $end i32) (result i32)
    (local $hits i32)
    (block $tail
      (loop $blocks
        (br_if $tail (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $end)))
        (local.set $hits (i8x16.bitmask (i8x16.eq (v128.load align=1 (local.get $at)) (i8x16.splat (i32.const 10)))))
        (if (local.get $hits) (then (return (i32.add (i32.add (local.get $at) (i32.ctz (local.get $hits))) (i32.const 1)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $blocks)))
    (block $done
      (loop $bytes
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br_if $bytes (i32.ne (i32.load8_u (i32.sub (local.get $at) (i32.const 1))) (i32.const 10)))))
    (local.get $at))

  ;; Where a row of sets first matches in [at, end), none of which is a single byte; -1 if nowhere.
  (func $findRow (export "findRow") (param $at i32) (param $end i32) (param $row i32) (param $length i32) (result i32)
    (local $last i32) (local $top i32) (local $byte i32) (local $sets i32) (local $i i32) (local $p i32)
    (local.set $last (i32.sub (i32.add (local.get $at) (local.get $length)) (i32.const 1)))
    (local.set $top (i32.shl (i32.const 1) (i32.sub (local.get $length) (i32.const 1))))
    (block $nowhere
      (loop $windows
        (br_if $nowhere (i32.ge_u (local.get $last) (local.get $end)))
        (local.set $byte (i32.load8_u (local.get $last)))
        (block $differs
          (br_if $differs (i32.eqz (i32.and (i32.load (i32.add (local.get $row) (i32.shl (local.get $byte) (i32.const 2)))) (local.get $top))))
          (local.set $i (i32.sub (local.get $length) (i32.const 2)))
          (local.set $p (i32.sub (local.get $last) (i32.const 1)))
          (loop $backwards
            (if (i32.lt_s (local.get $i) (i32.const 0)) (then (return (i32.add (local.get $p) (i32.const 1)))))
            (local.set $sets (i32.load (i32.add (local.get $row) (i32.shl (i32.load8_u (local.get $p)) (i32.const 2)))))
            (if (i32.and (i32.shr_u (local.get $sets) (local.get $i)) (i32.const 1))
              (then
                (local.set $i (i32.sub (local.get $i) (i32.const 1)))
                (local.set $p (i32.sub (local.get $p) (i32.const 1)))
                (br $backwards))))
          ;; nothing can match where this byte is
          (if (i32.eqz (local.get $sets))
            (then (local.set $last (i32.add (local.get $p) (local.get $length))) (br $windows))))
        (local.set $last
          (i32.add (local.get $last) (i32.load8_u (i32.add (i32.add (local.get $row) (i32.const 1024)) (local.get $byte)))))
        (br $windows)))
    (i32.const -1))

  ;; On how many lines of [at, end) a row of sets matches.
  (func (export "countRow") (param $at i32) (param $end i32) (param $row i32) (param $length i32) (result i32)
    (local $count i32)
    (block $done
      (loop $lines
        (local.set $at (call $findRow (local.get $at) (local.get $end) (local.get $row) (local.get $length)))
        (br_if $done (i32.eq (local.get $at) (i32.const -1)))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (local.set $at (call $nextLine (local.get $at) (local.get $end)))
        (br $lines)))
    (local.get $count))

  ;; Where the line of `at` begins; it does not begin before `start`.
  (func $lineStart (param $at i32) (param $start i32) (result i32)
    (block $done
      (loop $bytes
        (br_if $done (i32.le_u (local.get $at) (local.get $start)))
        (br_if $done (i32.eq (i32.load8_u (i32.sub (local.get $at) (i32.const 1))) (i32.const 10)))
        (local.set $at (i32.sub (local.get $at) (i32.const 1)))
        (br $bytes)))
    (local.get $at))

  ;; `find` for a link of a chain: at `link`, there are its parameters from `needle` on, 4 bytes each.
  (func $findLink (param $at i32) (param $end i32) (param $link i32) (result i32)
    (call $find (local.get $at) (local.get $end)
      (i32.load (local.get $link)) (i32.load offset=4 (local.get $link)) (i32.load offset=8 (local.get $link))
      (i32.load offset=12 (local.get $link)) (i32.load offset=16 (local.get $link))
      (i32.load offset=20 (local.get $link)) (i32.load offset=24 (local.get $link))))

  ;; A place on the first line of [at, end) on which the links in [chain, last) stand one after the other; -1 if there is none. A line begins at `at`.
  ;; It is the place of the link `rarest`, which is looked for first.
  (func $findChain (export "findChain") (param $at i32) (param $end i32) (param $chain i32) (param $last i32) (param $rarest i32) (result i32)
    (local $found i32) (local $lineEnd i32) (local $place i32) (local $link i32)
    (loop $lines
      (local.set $found (call $findLink (local.get $at) (local.get $end) (local.get $rarest)))
      (if (i32.eq (local.get $found) (i32.const -1)) (then (return (i32.const -1))))
      (local.set $place (call $lineStart (local.get $found) (local.get $at)))
      (local.set $lineEnd (call $nextLine (local.get $found) (local.get $end)))
      (local.set $link (local.get $chain))
      (block $fails
        (loop $links
          (if (i32.ge_u (local.get $link) (local.get $last)) (then (return (local.get $found))))
          (local.set $place (call $findLink (local.get $place) (local.get $lineEnd) (local.get $link)))
          (br_if $fails (i32.eq (local.get $place) (i32.const -1)))
          (local.set $place (i32.add (local.get $place) (i32.load offset=4 (local.get $link))))
          (local.set $link (i32.add (local.get $link) (i32.const 32)))
          (br $links)))
      (local.set $at (local.get $lineEnd))
      (br $lines))
    (unreachable))

  ;; On how many lines of [at, end) the links of a chain stand one after the other.
  (func (export "countChain") (param $at i32) (param $end i32) (param $chain i32) (param $last i32) (param $rarest i32) (result i32)
    (local $count i32)
    (block $done
      (loop $lines
        (local.set $at (call $findChain (local.get $at) (local.get $end) (local.get $chain) (local.get $last) (local.get $rarest)))
        (br_if $done (i32.eq (local.get $at) (i32.const -1)))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (local.set $at (call $nextLine (local.get $at) (local.get $end)))
        (br $lines)))
    (local.get $count))

  ;; Where the first of the links in [links, last) stands in [at, end); -1 if none does. Behind its parameters each link has a place for where it stands next:
  ;; what is known from before `at` is looked for again. Behind the first no other is looked for: of those, it is only known that they do not come before.
  (func $findAny (param $at i32) (param $end i32) (param $links i32) (param $last i32) (result i32)
    (local $next i32) (local $first i32) (local $until i32)
    (local.set $first (i32.const -1))
    (local.set $until (local.get $end))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $links) (local.get $last)))
        (local.set $next (i32.load offset=28 (local.get $links)))
        (if (i32.lt_u (local.get $next) (local.get $at))
          (then
            (if (i32.ne (local.get $first) (i32.const -1))
              (then
                (local.set $until (i32.sub (i32.add (local.get $first) (i32.load offset=4 (local.get $links))) (i32.const 1)))
                (if (i32.gt_u (local.get $until) (local.get $end)) (then (local.set $until (local.get $end))))))
            (local.set $next (call $findLink (local.get $at) (local.get $until) (local.get $links)))
            (if (i32.eq (local.get $next) (i32.const -1)) (then (local.set $next (local.get $first))))
            (i32.store offset=28 (local.get $links) (local.get $next))))
        (if (i32.lt_u (local.get $next) (local.get $first)) (then (local.set $first (local.get $next))))
        (local.set $links (i32.add (local.get $links) (i32.const 32)))
        (br $each)))
    (local.get $first))

  ;; Forgets where links stood in another text.
  (func $forget (param $links i32) (param $last i32)
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $links) (local.get $last)))
        (i32.store offset=28 (local.get $links) (i32.const 0))
        (local.set $links (i32.add (local.get $links) (i32.const 32)))
        (br $each))))

  ;; On how many lines of [at, end), of `most` at most, one of the links in [links, last) stands.
  (func (export "countAny") (param $at i32) (param $end i32) (param $links i32) (param $last i32) (param $most i32) (result i32)
    (local $count i32)
    (call $forget (local.get $links) (local.get $last))
    (block $done
      (loop $lines
        (local.set $at (call $findAny (local.get $at) (local.get $end) (local.get $links) (local.get $last)))
        (br_if $done (i32.eq (local.get $at) (i32.const -1)))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (br_if $done (i32.ge_u (local.get $count) (local.get $most)))
        (local.set $at (call $nextLine (local.get $at) (local.get $end)))
        (br $lines)))
    (local.get $count))

  ;; On how many lines of [at, end) the needle stands; the other parameters are those of `find`.
  (func (export "count")
    (param $at i32) (param $end i32) (param $needle i32) (param $length i32) (param $folds i32)
    (param $i i32) (param $j i32) (param $maskI i32) (param $maskJ i32)
    (result i32)
    (local $count i32)
    (block $done
      (loop $lines
        (local.set $at
          (call $find (local.get $at) (local.get $end) (local.get $needle) (local.get $length) (local.get $folds)
            (local.get $i) (local.get $j) (local.get $maskI) (local.get $maskJ)))
        (br_if $done (i32.eq (local.get $at) (i32.const -1)))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (local.set $at (call $nextLine (local.get $at) (local.get $end)))
        (br $lines)))
    (local.get $count))

  ;; The first place of [at, end) whose byte is one of those at `stops` (skip.ts), or one from which sixteen bytes are not left.
  (func $skipTo (param $at i32) (param $end i32) (param $stops i32) (result i32)
    (local $hits i32) (local $beyond i32)
    (local $bytes v128) (local $lower v128) (local $upper v128)
    (local.set $lower (v128.load align=1 (local.get $stops)))
    (local.set $upper (v128.load offset=16 align=1 (local.get $stops)))
    (local.set $beyond (i32.load offset=32 (local.get $stops)))
    (block $tail
      (loop $blocks
        (br_if $tail (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $end)))
        (local.set $bytes (v128.load align=1 (local.get $at)))
        (local.set $hits
          (i32.or
            (i8x16.bitmask
              (i8x16.ne
                (v128.and
                  (i8x16.swizzle (local.get $lower) (v128.and (local.get $bytes) (i8x16.splat (i32.const 15))))
                  (i8x16.swizzle (local.get $upper) (i8x16.shr_u (local.get $bytes) (i32.const 4))))
                (i8x16.splat (i32.const 0))))
            (i32.and (i8x16.bitmask (local.get $bytes)) (local.get $beyond))))
        (if (local.get $hits) (then (return (i32.add (local.get $at) (i32.ctz (local.get $hits))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $blocks)))
    (local.get $at))

  ;; The same as `findAutomaton`, by an automaton that begins at the end of each line and goes to its beginning: where that is decided after some bytes, the others are not
  ;; looked at. There, a state of which it is said that it skips has no match.
  (func $findFromEnds
    (param $at i32) (param $end i32) (param $classes i32) (param $row i32) (param $textEnd i32)
    (result i32)
    (local $start i32) (local $next i32) (local $lineEnd i32) (local $place i32) (local $state i32)
    (local.set $start (local.get $at))
    (block $nowhere
      (loop $lines
        (br_if $nowhere (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $next (call $nextLine (local.get $at) (local.get $end)))
        (local.set $lineEnd (i32.sub (local.get $next) (i32.eq (i32.load8_u (i32.sub (local.get $next) (i32.const 1))) (i32.const 10))))
        (local.set $place (local.get $lineEnd))
        (local.set $state (local.get $row))
        (block $decided
          (loop $bytes
            (if (i32.le_u (local.get $place) (local.get $at))
              (then
                (local.set $state (i32.load (i32.add (local.get $state) (local.get $textEnd))))
                (br $decided)))
            (local.set $place (i32.sub (local.get $place) (i32.const 1)))
            (local.set $state (i32.load (i32.add (local.get $state) (i32.load8_u (i32.add (local.get $classes) (i32.load8_u (local.get $place)))))))
            (br_if $bytes (i32.eqz (i32.and (local.get $state) (i32.const 3))))))
        (local.set $state (i32.and (local.get $state) (i32.const 3)))
        (if (i32.eq (local.get $state) (i32.const 2)) (then (return (i32.sub (local.get $lineEnd) (local.get $start)))))
        (if (i32.eq (local.get $state) (i32.const 3)) (then (return (i32.sub (i32.sub (local.get $start) (i32.const 2)) (local.get $lineEnd)))))
        (local.set $at (local.get $next))
        (br $lines)))
    (i32.const -1))

  ;; What an automaton (automaton.ts) finds in [at, end), where a line begins at `at`: how far it is to a place on the first line that matches, which is `end` if the
  ;; end of the text decides; -1 if none does; or, if it is not known whether a line does, how far it is to a place on that, taken from -2. Its state at the beginning
  ;; of a line is at `row`; in each, `textEnd` bytes on, is what comes of the end, and `skips` bytes on, what can be skipped. With
  ;; no `skips` it is one that begins at the ends of lines.
  (func $findAutomaton (export "findAutomaton")
    (param $at i32) (param $end i32) (param $classes i32) (param $row i32) (param $textEnd i32) (param $skips i32)
    (result i32)
    (local $start i32) (local $said i32)
    (if (i32.eqz (local.get $skips))
      (then (return (call $findFromEnds (local.get $at) (local.get $end) (local.get $classes) (local.get $row) (local.get $textEnd)))))
    (local.set $start (local.get $at))
    (block $done
      (loop $bytes
        (local.set $said (i32.and (local.get $row) (i32.const 3)))
        (if (local.get $said)
          (then
            (if (i32.eq (local.get $said) (i32.const 2)) (then (return (i32.sub (i32.sub (local.get $at) (i32.const 1)) (local.get $start)))))
            (if (i32.eq (local.get $said) (i32.const 3)) (then (return (i32.sub (i32.sub (local.get $start) (i32.const 1)) (local.get $at)))))
            (local.set $row (i32.sub (local.get $row) (i32.const 1)))
            (local.set $at (call $skipTo (local.get $at) (local.get $end) (i32.add (local.get $row) (local.get $skips))))))
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $row (i32.load (i32.add (local.get $row) (i32.load8_u (i32.add (local.get $classes) (i32.load8_u (local.get $at)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $bytes)))
    (if (i32.lt_u (local.get $start) (local.get $end))
      (then
        (if (i32.ne (i32.load8_u (i32.sub (local.get $end) (i32.const 1))) (i32.const 10))
          (then
            (local.set $said (i32.and (i32.load (i32.add (local.get $row) (local.get $textEnd))) (i32.const 3)))
            (if (i32.eq (local.get $said) (i32.const 2)) (then (return (i32.sub (local.get $end) (local.get $start)))))
            (if (i32.eq (local.get $said) (i32.const 3)) (then (return (i32.sub (i32.sub (local.get $start) (i32.const 2)) (local.get $end)))))))))
    (i32.const -1))

  ;; The same on lines on which a needle stands, of a row; the last parameters are those of `find`.
  (func $findAutomatonNear (export "findAutomatonNear")
    (param $at i32) (param $end i32) (param $classes i32) (param $row i32) (param $textEnd i32) (param $skips i32)
    (param $needle i32) (param $length i32) (param $i i32) (param $j i32) (param $maskI i32) (param $maskJ i32)
    (result i32)
    (local $start i32) (local $place i32) (local $found i32)
    (local.set $start (local.get $at))
    (block $nowhere
      (loop $lines
        (local.set $place
          (call $find (local.get $at) (local.get $end) (local.get $needle) (local.get $length) (i32.const 2)
            (local.get $i) (local.get $j) (local.get $maskI) (local.get $maskJ)))
        (br_if $nowhere (i32.eq (local.get $place) (i32.const -1)))
        (local.set $at (call $lineStart (local.get $place) (local.get $at)))
        (local.set $place (call $nextLine (local.get $place) (local.get $end)))
        (local.set $found
          (call $findAutomaton (local.get $at) (local.get $place) (local.get $classes) (local.get $row) (local.get $textEnd) (local.get $skips)))
        (if (i32.ge_s (local.get $found) (i32.const 0)) (then (return (i32.add (local.get $found) (i32.sub (local.get $at) (local.get $start))))))
        (if (i32.lt_s (local.get $found) (i32.const -1)) (then (return (i32.sub (local.get $found) (i32.sub (local.get $at) (local.get $start))))))
        (local.set $at (local.get $place))
        (br $lines)))
    (i32.const -1))

  ;; On how many lines of [at, end), of `most` at most, an automaton says that they match; below zero, if there is one of which it does not know. With a `length`,
  ;; only those on which the needle stands are looked at.
  (func (export "countAutomaton")
    (param $at i32) (param $end i32) (param $classes i32) (param $row i32) (param $textEnd i32) (param $skips i32)
    (param $needle i32) (param $length i32) (param $i i32) (param $j i32) (param $maskI i32) (param $maskJ i32) (param $most i32)
    (result i32)
    (local $count i32) (local $found i32)
    (block $done
      (loop $lines
        (local.set $found
          (if (result i32) (local.get $length)
            (then
              (call $findAutomatonNear (local.get $at) (local.get $end) (local.get $classes) (local.get $row) (local.get $textEnd) (local.get $skips)
                (local.get $needle) (local.get $length) (local.get $i) (local.get $j) (local.get $maskI) (local.get $maskJ)))
            (else (call $findAutomaton (local.get $at) (local.get $end) (local.get $classes) (local.get $row) (local.get $textEnd) (local.get $skips)))))
        (br_if $done (i32.eq (local.get $found) (i32.const -1)))
        (if (i32.lt_s (local.get $found) (i32.const 0)) (then (return (local.get $found))))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (br_if $done (i32.ge_u (local.get $count) (local.get $most)))
        (local.set $at (call $nextLine (i32.add (local.get $at) (local.get $found)) (local.get $end)))
        (br $lines)))
    (local.get $count))

  ;; The same, of lines on which one of the links in [links, last) stands.
  (func (export "countAutomatonAmong")
    (param $at i32) (param $end i32) (param $classes i32) (param $row i32) (param $textEnd i32) (param $skips i32)
    (param $links i32) (param $last i32) (param $most i32)
    (result i32)
    (local $count i32) (local $found i32) (local $place i32)
    (call $forget (local.get $links) (local.get $last))
    (block $done
      (loop $lines
        (local.set $place (call $findAny (local.get $at) (local.get $end) (local.get $links) (local.get $last)))
        (br_if $done (i32.eq (local.get $place) (i32.const -1)))
        (local.set $at (call $lineStart (local.get $place) (local.get $at)))
        (local.set $place (call $nextLine (local.get $place) (local.get $end)))
        (local.set $found
          (call $findAutomaton (local.get $at) (local.get $place) (local.get $classes) (local.get $row) (local.get $textEnd) (local.get $skips)))
        (if (i32.lt_s (local.get $found) (i32.const -1)) (then (return (local.get $found))))
        (local.set $count (i32.add (local.get $count) (i32.ge_s (local.get $found) (i32.const 0))))
        (br_if $done (i32.ge_u (local.get $count) (local.get $most)))
        (local.set $at (local.get $place))
        (br $lines)))
    (local.get $count))
)
