import { loadGroundingModel } from '../model/grounding-model';
import type { LabeledCase } from '../training/labeled-data';
import { makeTwins, type Twin, type TwinKind, twinKinds } from '../training/twins';
import { evidenceOf } from '../training/twins-cases';
import { toLabeledCases } from '../training/twins-labeled';
import { measureTwins } from '../training/twins-measure';
import { isInEnglish, readDemoCases } from './support/grounding-twins';

const demoCases = readDemoCases().filter(isInEnglish);
const demoTwins = ['one', 'two', 'three'].flatMap((seed) => makeTwins(demoCases, { perKind: 100, seed }));
const ofKind = (...kinds: TwinKind[]) => demoTwins.filter(({ kind }) => kinds.includes(kind));
const placeOf = ({ text, place }: Twin['clean']) => text.slice(place.start, place.end);
const describeTwin = ({ origin, clean, changed }: Twin) =>
  `${origin.id}: "${placeOf(clean)}" to "${placeOf(changed)}" in "${clean.text.slice(0, 200)}"`;

const lawsuit: LabeledCase = {
  id: 'lawsuit',
  task: 'Summary',
  source: 'lawsuit',
  hallucinated: false,
  messages: [
    {
      role: 'user',
      content: 'The court of Dover heard the case. In spring Ann Lee sued Ben Stone over a fence.',
    },
    { role: 'assistant', content: 'Ann Lee sued Ben Stone over a fence, and the court heard the case.' },
  ],
};

describe('twins', () => {
  it('are the same for the same seed and others for another', () => {
    const make = (seed: string) => makeTwins(demoCases, { perKind: 5, seed }).map(describeTwin);

    expect(make('one')).toEqual(make('one'));
    expect(make('one')).not.toEqual(make('two'));
  });

  it('are made of sound replies only, and one of a kind for each source', () => {
    const twins = makeTwins(demoCases, { perKind: 100, seed: 'one' });

    expect(twins.filter(({ origin }) => origin.hallucinated)).toEqual([]);
    for (const kind of twinKinds) {
      const sources = twins.filter((twin) => twin.kind === kind).map(({ origin }) => origin.source);
      expect(new Set(sources).size).toBe(sources.length);
    }
  });

  it('differ in the place named and nowhere else', () => {
    for (const { clean, changed } of demoTwins) {
      expect(placeOf(clean)).not.toBe(placeOf(changed));
      expect(clean.text.slice(0, clean.place.start)).toBe(changed.text.slice(0, changed.place.start));
      expect(clean.text.slice(clean.place.end)).toBe(changed.text.slice(changed.place.end));
    }
  });

  it('have numbers, dates and names that are nowhere in the evidence', () => {
    for (const twin of ofKind('number', 'date', 'name')) {
      const words = evidenceOf(twin.origin).split(/[^\p{L}\p{N},.]+/u);
      expect(words).not.toContain(placeOf(twin.changed));
    }
  });

  it('have a number of something else that the evidence does hold', () => {
    for (const twin of ofKind('number_of_other')) {
      expect(evidenceOf(twin.origin)).toContain(placeOf(twin.changed));
    }
  });

  it('swap who did it with whom it was done to', () => {
    const [twin] = makeTwins([lawsuit], { perKind: 1, seed: 'one' }).filter(
      ({ kind }) => kind === 'swapped_roles',
    );

    expect(twin && placeOf(twin.clean)).toBe('Ann Lee sued Ben Stone');
    expect(twin && placeOf(twin.changed)).toBe('Ben Stone sued Ann Lee');
  });

  it('become one clean and one labeled case, with the change as the span', () => {
    for (const twin of demoTwins.slice(0, 20)) {
      const [clean, changed] = toLabeledCases(twin);

      expect(clean).toMatchObject({ pair: twin.id, hallucinated: false, spans: [] });
      expect(changed).toMatchObject({
        pair: twin.id,
        hallucinated: true,
        messages: [...twin.origin.messages.slice(0, -1), { role: 'assistant', content: twin.changed.text }],
        spans: [{ ...twin.changed.place, text: placeOf(twin.changed), replaced: placeOf(twin.clean) }],
      });
    }
  });
});

describe('the detector', () => {
  const measure = (twins: Twin[]) => measureTwins(loadGroundingModel(), twins);

  // A trained model errs now and then; `npm run measure:twins` shows how often.
  it.each(twinKinds)('leaves alone nineteen of twenty that are true: %s', (kind) => {
    const outcomes = measure(ofKind(kind));
    const flagged = outcomes.filter(({ isCleanAtPlace }) => !isCleanAtPlace);

    expect(flagged.length).toBeLessThanOrEqual(Math.ceil(outcomes.length / 20));
  });

  it.each([
    ['number', 'of two digits or more', /^\d[\d.,]*\d$/],
    ['date', 'with a day or year', /\d/],
    ['name', 'of any sort', /./],
  ] as const)('finds a %s that is nowhere in the evidence, %s', (kind, _sort, pattern) => {
    const twins = ofKind(kind).filter(
      ({ clean, changed }) => pattern.test(placeOf(clean)) && pattern.test(placeOf(changed)),
    );
    const outcomes = measure(twins).filter(({ isCleanAtPlace }) => isCleanAtPlace);

    expect(outcomes.length).toBeGreaterThan(3);
    expect(outcomes.filter(({ isFound }) => !isFound).map(({ twin }) => describeTwin(twin))).toEqual([]);
    expect(outcomes.filter(({ isRanked }) => !isRanked).map(({ twin }) => describeTwin(twin))).toEqual([]);
  });
});
