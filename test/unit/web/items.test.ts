import { readSort, writeSort } from '../../../web/src/pages/experiments/detail/item-order';
import { dedupeById, followPages } from '../../../web/src/pages/experiments/detail/item-pages';

describe('the order of the items in the URL', () => {
  it.each([
    ['latency', { columnId: 'latency', isDescending: false }],
    ['-issues', { columnId: 'issues', isDescending: true }],
  ])('%s round-trips', (text, sort) => {
    expect(readSort(text)).toEqual(sort);
    expect(writeSort(sort)).toBe(text);
  });

  it('is null without a name', () => {
    expect(readSort(null)).toBeNull();
  });
});

describe('the pages of a changing list', () => {
  it('do not change while each ends where the next begins, or is loading', () => {
    const cursors = [null, 'a', 'b'];

    expect(followPages(cursors, ['a', 'b', null])).toBe(cursors);
    expect(followPages(cursors, [undefined, 'b', 'c'])).toBe(cursors);
    expect(followPages(cursors, ['a', undefined, undefined])).toBe(cursors);
  });

  it('start where the previous page now ends, the first moved page before the others', () => {
    expect(followPages([null, 'a', 'b'], ['x', 'b', null])).toEqual([null, 'x', 'b']);
    expect(followPages([null, 'x', 'b'], ['x', 'y', null])).toEqual([null, 'x', 'y']);
  });

  it('end when no results follow', () => {
    expect(followPages([null, 'a', 'b'], [null, 'b', null])).toEqual([null]);
  });

  it('contain an item once, with its last value, where they overlap', () => {
    const item = (id: string, attempts = 0) => ({ id, attempts });

    expect(dedupeById([item('1'), item('2'), item('2', 1), item('3')])).toEqual([
      item('1'),
      item('2', 1),
      item('3'),
    ]);
  });
});
