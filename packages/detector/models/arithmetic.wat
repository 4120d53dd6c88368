;; Arithmetic on many numbers at once, by the vector instructions that JavaScript does not have. All numbers are 32-bit
;; floats, all places byte offsets in the memory. `npm run build:arithmetic` makes arithmetic.wasm of it.
(module
  (memory (export "memory") 1)

  ;; Scalar products of vectors with sixteen rows at once. $vectors: $count vectors of $length numbers, at least one, one
  ;; vector after another. $rows: for each axis, the numbers of the sixteen rows. $biases: sixteen numbers, to which the
  ;; products are added. To $sums go the sixteen sums of the first vector; those of the next are $stride bytes farther on.
  (func (export "dots")
    (param $vectors i32) (param $count i32) (param $length i32) (param $rows i32) (param $biases i32)
    (param $sums i32) (param $stride i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $number v128)
    (local $row i32) (local $end i32)
    (if (i32.eqz (local.get $count)) (then (return)))
    (loop $vector
      (local.set $a (v128.load (local.get $biases)))
      (local.set $b (v128.load offset=16 (local.get $biases)))
      (local.set $c (v128.load offset=32 (local.get $biases)))
      (local.set $d (v128.load offset=48 (local.get $biases)))
      (local.set $row (local.get $rows))
      (local.set $end (i32.add (local.get $vectors) (i32.shl (local.get $length) (i32.const 2))))
      (loop $axis
        (local.set $number (v128.load32_splat (local.get $vectors)))
        (local.set $a
          (f32x4.add (local.get $a) (f32x4.mul (local.get $number) (v128.load (local.get $row)))))
        (local.set $b
          (f32x4.add (local.get $b) (f32x4.mul (local.get $number) (v128.load offset=16 (local.get $row)))))
        (local.set $c
          (f32x4.add (local.get $c) (f32x4.mul (local.get $number) (v128.load offset=32 (local.get $row)))))
        (local.set $d
          (f32x4.add (local.get $d) (f32x4.mul (local.get $number) (v128.load offset=48 (local.get $row)))))
        (local.set $row (i32.add (local.get $row) (i32.const 64)))
        (local.set $vectors (i32.add (local.get $vectors) (i32.const 4)))
        (br_if $axis (i32.lt_u (local.get $vectors) (local.get $end))))
      (v128.store (local.get $sums) (local.get $a))
      (v128.store offset=16 (local.get $sums) (local.get $b))
      (v128.store offset=32 (local.get $sums) (local.get $c))
      (v128.store offset=48 (local.get $sums) (local.get $d))
      (local.set $sums (i32.add (local.get $sums) (local.get $stride)))
      (br_if $vector (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; $columns: $width columns, at least one, of $count numbers, one column after another. $means, $deviations: one number
  ;; for each column. To $values go $count rows of $width numbers: of each its signed square root, by how many deviations
  ;; it is from the mean, at most $farthest. Up to three numbers after the last column are read, up to three rows after
  ;; the last are written.
  (func (export "standardize")
    (param $columns i32) (param $count i32) (param $width i32) (param $means i32) (param $deviations i32)
    (param $farthest f32) (param $values i32)
    (local $from i32) (local $to i32) (local $left i32) (local $stride i32) (local $column i32)
    (local $mean v128) (local $deviation v128) (local $number v128)
    (if (i32.eqz (local.get $count)) (then (return)))
    (local.set $stride (i32.shl (local.get $width) (i32.const 2)))
    (loop $next
      (local.set $mean (v128.load32_splat (i32.add (local.get $means) (local.get $column))))
      (local.set $deviation (v128.load32_splat (i32.add (local.get $deviations) (local.get $column))))
      (local.set $from (local.get $columns))
      (local.set $to (i32.add (local.get $values) (local.get $column)))
      (local.set $left (local.get $count))
      (loop $four
        (local.set $number (v128.load (local.get $from)))
        (local.set $number
          (v128.or
            (f32x4.sqrt (f32x4.abs (local.get $number)))
            (v128.and (local.get $number) (i32x4.splat (i32.const 0x80000000)))))
        (local.set $number
          (f32x4.div (f32x4.sub (local.get $number) (local.get $mean)) (local.get $deviation)))
        (local.set $number (f32x4.min (local.get $number) (f32x4.splat (local.get $farthest))))
        (local.set $number (f32x4.max (local.get $number) (f32x4.splat (f32.neg (local.get $farthest)))))
        (v128.store32_lane 0 (local.get $to) (local.get $number))
        (v128.store32_lane 1 (local.tee $to (i32.add (local.get $to) (local.get $stride))) (local.get $number))
        (v128.store32_lane 2 (local.tee $to (i32.add (local.get $to) (local.get $stride))) (local.get $number))
        (v128.store32_lane 3 (local.tee $to (i32.add (local.get $to) (local.get $stride))) (local.get $number))
        (local.set $to (i32.add (local.get $to) (local.get $stride)))
        (local.set $from (i32.add (local.get $from) (i32.const 16)))
        (br_if $four (i32.gt_s (local.tee $left (i32.sub (local.get $left) (i32.const 4))) (i32.const 0))))
      (local.set $columns (i32.add (local.get $columns) (i32.shl (local.get $count) (i32.const 2))))
      (local.set $column (i32.add (local.get $column) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $column) (local.get $stride)))))

  ;; $rows: $count rows of $size bytes, a multiple of sixteen. $taps: three such rows. To $mixed go $count rows: of each
  ;; number the weighted sum with those $step bytes before and after it, by the taps for the one before, itself and the
  ;; one after.
  (func (export "mix")
    (param $rows i32) (param $count i32) (param $size i32) (param $step i32) (param $taps i32) (param $mixed i32)
    (local $tap i32) (local $last i32)
    (if (i32.eqz (local.get $count)) (then (return)))
    (local.set $last (i32.add (local.get $taps) (local.get $size)))
    (loop $row
      (local.set $tap (local.get $taps))
      (loop $four
        (v128.store (local.get $mixed)
          (f32x4.add
            (f32x4.add
              (f32x4.mul
                (v128.load (i32.sub (local.get $rows) (local.get $step)))
                (v128.load (local.get $tap)))
              (f32x4.mul
                (v128.load (local.get $rows))
                (v128.load (i32.add (local.get $tap) (local.get $size)))))
            (f32x4.mul
              (v128.load (i32.add (local.get $rows) (local.get $step)))
              (v128.load (i32.add (local.get $tap) (i32.shl (local.get $size) (i32.const 1)))))))
        (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
        (local.set $mixed (i32.add (local.get $mixed) (i32.const 16)))
        (br_if $four
          (i32.lt_u (local.tee $tap (i32.add (local.get $tap) (i32.const 16))) (local.get $last))))
      (br_if $row (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; Adds to $count numbers, a multiple of four, those of $added that are not negative.
  (func (export "addRectified")
    (param $numbers i32) (param $added i32) (param $count i32)
    (if (i32.eqz (local.get $count)) (then (return)))
    (loop $four
      (v128.store (local.get $numbers)
        (f32x4.add
          (v128.load (local.get $numbers))
          (f32x4.max (v128.load (local.get $added)) (v128.const f32x4 0 0 0 0))))
      (local.set $numbers (i32.add (local.get $numbers) (i32.const 16)))
      (local.set $added (i32.add (local.get $added) (i32.const 16)))
      (br_if $four (local.tee $count (i32.sub (local.get $count) (i32.const 4)))))))
