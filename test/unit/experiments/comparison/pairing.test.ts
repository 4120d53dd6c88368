import { type ComparedItem, pairItems } from '../../../../src/experiments/comparison/pairing';

/** One item of a conversation; null issues: no verdict. */
function makeItem(
  conversationId: string,
  position: number,
  issues: number | null,
  sampleIndex = 0,
): ComparedItem {
  return {
    id: `item-${conversationId}`,
    position,
    conversationId,
    replayedMessageId: null,
    sampleIndex,
    status: 'completed',
    reply: { messageId: 'message', evaluationId: 'evaluation', issueCount: issues },
  };
}

describe('pairItems', () => {
  it('pairs by conversation, in the order of the first experiment', () => {
    const { pairs } = pairItems(
      [makeItem('a', 0, 1), makeItem('b', 1, 0)],
      [makeItem('b', 0, 3), makeItem('a', 1, 2)],
    );

    expect(
      pairs.map(({ conversationId, position, first, second }) => [
        conversationId,
        position,
        first.issueCount,
        second.issueCount,
      ]),
    ).toEqual([
      ['a', 0, 1, 2],
      ['b', 1, 0, 3],
    ]);
  });

  it('pairs samples of the same number, and counts conversations once', () => {
    const first = [
      makeItem('b', 0, 1),
      makeItem('b', 1, null, 1),
      makeItem('b', 2, 0, 2),
      makeItem('a', 3, 2),
      makeItem('a', 4, 0, 1),
      makeItem('a', 5, null, 2),
    ];
    const second = [
      makeItem('a', 0, 3),
      makeItem('a', 1, 4, 1),
      makeItem('b', 2, null),
      makeItem('b', 3, 5, 1),
    ];

    const pairing = pairItems(first, second);

    expect(pairing).toMatchObject({ onlyInFirst: 0, onlyInSecond: 0, withoutVerdict: 0 });
    expect(pairing.conversations).toEqual([
      { first: [2, 0], second: [3, 4] },
      { first: [1, 0], second: [5] },
    ]);
    expect(
      pairing.pairs.map(({ conversationId, sampleIndex, position }) => [
        conversationId,
        sampleIndex,
        position,
      ]),
    ).toEqual([
      ['a', 0, 3],
      ['a', 1, 4],
    ]);
  });

  it('compares no conversation while one of its samples is open', () => {
    const open = { ...makeItem('a', 1, null, 1), status: 'evaluating' as const };

    const pairing = pairItems([makeItem('a', 0, 2), open], [makeItem('a', 0, 3), makeItem('a', 1, 4, 1)]);

    expect(pairing).toMatchObject({ conversations: [], withoutVerdict: 1 });
  });

  it('pairs no replies to different turns of a conversation', () => {
    const replayed = (replayedMessageId: string | null) => [{ ...makeItem('a', 0, 1), replayedMessageId }];

    expect(pairItems(replayed('last'), replayed('last')).pairs).toMatchObject([
      { replayedMessageId: 'last' },
    ]);
    expect(pairItems(replayed('last'), replayed('flagged'))).toMatchObject({
      pairs: [],
      onlyInFirst: 1,
      onlyInSecond: 1,
    });
  });

  it('counts conversations without a pair by reason', () => {
    const first = [
      makeItem('a', 0, 1),
      makeItem('b', 1, null),
      makeItem('c', 2, 0),
      makeItem('d', 3, null),
      makeItem('e', 4, 0),
    ];
    const second = [makeItem('a', 0, 0), makeItem('b', 1, 0), makeItem('d', 2, null), makeItem('f', 3, 0)];

    const pairing = pairItems(first, second);

    expect(pairing).toMatchObject({ onlyInFirst: 2, onlyInSecond: 1, withoutVerdict: 2 });
    expect(pairing.pairs.map(({ conversationId }) => conversationId)).toEqual(['a']);
    expect(pairItems(second, first)).toMatchObject({ onlyInFirst: 1, onlyInSecond: 2, withoutVerdict: 2 });
  });
});
