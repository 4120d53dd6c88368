;; Scalar products of vectors with sixteen rows at once, by the vector instructions that JavaScript does not have.
;; All numbers are 32-bit floats, all places byte offsets in the memory. `npm run build:dots` makes dots.wasm of it.
(module
  (memory (export "memory") 1)

  ;; $vectors: $count vectors of $length numbers, one after another. $rows: for each axis, the numbers of the sixteen
  ;; rows. To $dots go the sixteen products of the first vector; those of the next are $stride bytes farther on.
  (func (export "dots")
    (param $vectors i32) (param $count i32) (param $length i32) (param $rows i32) (param $dots i32) (param $stride i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $number v128)
    (local $row i32) (local $end i32)
    (loop $vector
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (v128.const i32x4 0 0 0 0))
      (local.set $c (v128.const i32x4 0 0 0 0))
      (local.set $d (v128.const i32x4 0 0 0 0))
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
      (v128.store (local.get $dots) (local.get $a))
      (v128.store offset=16 (local.get $dots) (local.get $b))
      (v128.store offset=32 (local.get $dots) (local.get $c))
      (v128.store offset=48 (local.get $dots) (local.get $d))
      (local.set $dots (i32.add (local.get $dots) (local.get $stride)))
      (br_if $vector (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))))
