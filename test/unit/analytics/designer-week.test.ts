import { dayAt, designWeek, spikes, toPeriod } from '../../support/designer-week';
import { listCauses } from '../../support/simulated-periods';

const conversations = designWeek();
const rateOf = (isCounted: (names: { promptVersion: string; tool: string | null }) => boolean) => {
  const replies = conversations
    .flatMap(({ promptVersion, replies }) => replies.map((reply) => ({ ...reply, promptVersion })))
    .filter(isCounted);
  return replies.filter(({ label }) => label !== null).length / replies.length;
};
const causesOf = (days: [from: number, middle: number, to: number]) => {
  const [from, middle, to] = days.map(dayAt) as typeof days;
  return listCauses(toPeriod(conversations, from, middle), toPeriod(conversations, middle, to));
};

describe("the designer's week", () => {
  it('has the rates that were seen', () => {
    expect(rateOf(({ promptVersion }) => promptVersion === 'v3')).toBeCloseTo(0.026, 2);
    expect(rateOf(({ promptVersion }) => promptVersion === 'v4')).toBeCloseTo(0.34, 2);
    expect(rateOf(({ tool }) => tool === 'create_return')).toBeCloseTo(0.25, 1);
    expect(rateOf(() => true)).toBeCloseTo(0.19, 1);
  });

  it('moved by prompt v4, which explains what else moved', async () => {
    const significant = (await causesOf([0, 7, 14])).filter(({ isSignificant }) => isSignificant);
    const [first, ...others] = significant;

    expect(first).toMatchObject({
      segment: { dimension: 'prompt_version', value: 'v4' },
      kind: 'mix',
      explainedBy: null,
    });
    expect(others.filter(({ explainedBy }) => explainedBy === null)).toEqual([]);
    expect(others.length).toBeGreaterThan(3);
  });

  it.each(spikes)('did not move on day $day, when one run had $flagged flagged replies', async ({ day }) => {
    const causes = await causesOf([day - 1, day, day + 1]);
    expect(causes.filter(({ isSignificant }) => isSignificant)).toEqual([]);
  });
});
