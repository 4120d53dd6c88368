import { findPlanted } from '../../../../src/cli/demo/planted-errors';

const span = (start: number, end: number, part = 0) => ({
  message_part_index: part,
  start_offset: start,
  end_offset: end,
});
const reply = '🚲🚲 covered for 36 months.'; // "36 months" is at 15 to 24 in code points, 17 to 26 in UTF-16 units
const planted = [{ part: 0, text: '36 months' }];

describe('findPlanted', () => {
  it('finds an error when a span shares one code point with it', () => {
    expect(findPlanted(planted, [reply], [span(15, 16)])).toEqual({ planted: 1, found: 1 });
    expect(findPlanted(planted, [reply], [span(23, 26)])).toEqual({ planted: 1, found: 1 });
  });

  it('does not find an error that a span only borders on', () => {
    expect(findPlanted(planted, [reply], [span(0, 15), span(24, 25)])).toEqual({ planted: 1, found: 0 });
  });

  it('does not take a span of another part', () => {
    expect(findPlanted(planted, [reply, reply], [span(15, 24, 1)])).toEqual({ planted: 1, found: 0 });
  });

  it('counts each error once however many spans touch it', () => {
    const both = [...planted, { part: 1, text: 'blue' }];

    expect(findPlanted(both, [reply, 'It is blue'], [span(15, 17), span(18, 24)])).toEqual({
      planted: 2,
      found: 1,
    });
  });

  it('does not find words that the part does not hold', () => {
    expect(findPlanted([{ part: 0, text: '40 months' }], [reply], [span(0, 25)])).toEqual({
      planted: 1,
      found: 0,
    });
  });
});
