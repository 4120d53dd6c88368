import { findWholeWords } from '../../model/find-evidence';

const text = 'It has 13 km, 3.5 km, x3, 1,3 and 3 km. By 3 May.';
const whole = { start: 0, end: text.length };

describe('findWholeWords', () => {
  it('finds the first words that are not a part of others', () => {
    expect(findWholeWords(text, '3', whole)).toEqual({ start: 34, end: 35 });
    expect(findWholeWords(text, '3.5 km', whole)).toEqual({ start: 14, end: 20 });
    expect(findWholeWords(text, 'It', whole)).toEqual({ start: 0, end: 2 });
  });

  it('stays in the region, and reads what is next to it', () => {
    expect(findWholeWords(text, '3', { start: 36, end: text.length })).toEqual({ start: 43, end: 44 });
    expect(findWholeWords(text, '3', { start: 8, end: 9 })).toBeNull();
    expect(findWholeWords(text, 'May', { start: 0, end: text.length - 2 })).toBeNull();
  });
});
