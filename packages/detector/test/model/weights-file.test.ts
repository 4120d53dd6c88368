import { gzipSync } from 'node:zlib';
import { readWeightsFile } from '../../model/weights-file';
import { layOut, makeWeights, withFile } from './weights';

describe('readWeightsFile', () => {
  it('returns each section as it was written, regardless of the length of the one before it', () => {
    const weights = makeWeights({
      note: 'tölf',
      int8: Int8Array.of(-128, 127, 1),
      uint8: Uint8Array.of(0, 255, 7, 8, 9),
      int16: Int16Array.of(-32_768, 32_767, 5),
      uint16: Uint16Array.of(65_535),
      float32: Float32Array.of(0.1, -1e30),
      float64: Float64Array.of(0.1, Number.MAX_VALUE),
    });

    expect(weights.text('note')).toBe('tölf');
    expect(weights.int8('int8')).toEqual(Int8Array.of(-128, 127, 1));
    expect(weights.uint8('uint8')).toEqual(Uint8Array.of(0, 255, 7, 8, 9));
    expect(weights.int16('int16')).toEqual(Int16Array.of(-32_768, 32_767, 5));
    expect(weights.uint16('uint16')).toEqual(Uint16Array.of(65_535));
    expect(weights.float32('float32')).toEqual(Float32Array.of(0.1, -1e30));
    expect(weights.float64('float64')).toEqual(Float64Array.of(0.1, Number.MAX_VALUE));
  });

  it('gives an empty section as such', () => {
    const weights = makeWeights({ none: new Uint16Array(), nothing: '' });

    expect(weights.uint16('none')).toHaveLength(0);
    expect(weights.text('nothing')).toBe('');
  });

  it('names the section that is absent, or of another type', () => {
    const weights = makeWeights({ idf: Uint8Array.of(1) });

    expect(() => weights.uint8('ranks')).toThrow(/ranks.*uint8/);
    expect(() => weights.int8('idf')).toThrow(/idf.*int8/);
  });

  it('throws for a file that is absent, no gzip, or cut', () => {
    const whole = gzipSync(layOut({ idf: Uint8Array.of(1) }));

    expect(() => readWeightsFile('/nowhere/weights.bin.gz')).toThrow(/ENOENT/);
    expect(() => withFile(Buffer.from('plain'), readWeightsFile)).toThrow(/header/);
    expect(() => withFile(whole.subarray(0, -9), readWeightsFile)).toThrow(/unexpected end/);
  });
});
