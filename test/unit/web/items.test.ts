import { readSort, writeSort } from '../../../web/src/pages/experiments/detail/item-order';
import { dedupeById, followPages } from '../../../web/src/pages/experiments/detail/item-pages';

describe('the order of the items in the address', () => {
  it.each([
    ['latency', { columnId: 'latency', isDescending: false }],
    ['-issues', { columnId: 'issues', isDescending: true }],
  ])('%s is read as what it was written from', (text, sort) => {
    expect(readSort(text)).toEqual(sort);
    expect(writeSort(sort)).toBe(text);
  });

  it('is none without a name', () => {
    expect(readSort(null)).toBeNull();
  });
});

describe('the pages of a list that changes', () => {
  it('stay where they are while each ends where the next begins, or is on its way', () => {
    const cursors = [null, 'a', 'b'];

    expect(followPages(cursors, ['a', 'b', null])).toBe(cursors);
    expect(followPages(cursors, [undefined, 'b', 'c'])).toBe(cursors);
    expect(followPages(cursors, ['a', undefined, undefined])).toBe(cursors);
  });

  it('begin where the page before them ends by now, the first that moved before the others', () => {
    expect(followPages([null, 'a', 'b'], ['x', 'b', null])).toEqual([null, 'x', 'b']);
    expect(followPages([null, 'x', 'b'], ['x', 'y', null])).toEqual([null, 'x', 'y']);
  });

  it('end where nothing follows any more', () => {
    expect(followPages([null, 'a', 'b'], [null, 'b', null])).toEqual([null]);
  });

  it('hold an item once, as it was read last, where they overlap', () => {
    const item = (id: string, attempts = 0) => ({ id, attempts });

    expect(dedupeById([item('1'), item('2'), item('2', 1), item('3')])).toEqual([
      item('1'),
      item('2', 1),
      item('3'),
    ]);
  });
});
