import type { Finding } from '../../checks/finding';
import { explainWords } from '../../model/explain-words';
import { compare } from './columns';

const business = '{"OutdoorSeating": true, "HasTV": false, "WiFi": null}';
const facts = 'The tower may open in spring. Soup is sold in the castle. Ann never met Bob.';

/** The explanation of the words of `reply` that read `words`, with the texts of its evidence. */
function explain(text: string, reply: string, words: string, findings: Finding[] = []) {
  const judged = compare(text, reply, findings);
  const start = reply.indexOf(words);
  const from = judged.reply.starts.indexOf(start);
  const to = judged.reply.ends.indexOf(start + words.length) + 1;
  const { evidence, ...explained } = explainWords(judged, { from, to });
  return { ...explained, evidence: evidence.map(({ start, end }) => text.slice(start, end)) };
}

describe('explainWords', () => {
  it('takes over what a plain check has found among the words', () => {
    const finding: Finding = {
      start: 9,
      end: 13,
      kind: 'context_misattribution',
      explanation: 'The evidence has 1887.',
      confidence: 0.65,
      evidence: [{ start: 0, end: 9 }],
    };

    expect(explain(facts, 'Built in 1889 by Ann', 'in 1889', [finding])).toMatchObject({
      kind: 'context_misattribution',
      explanation: 'The evidence has 1887.',
      evidence: ['The tower'],
    });
    expect(explain(facts, 'Built in 1889 by Ann', 'Ann', [finding]).explanation).not.toContain('1887');
  });

  it('names the field whose value says the contrary', () => {
    expect(explain(business, 'It has TV for guests', 'has TV')).toEqual({
      kind: 'reasoning_error',
      explanation: 'The evidence has “HasTV” as “false”.',
      evidence: ['false'],
    });
  });

  it('names the field that has no value', () => {
    expect(explain(business, 'They offer Wi Fi', 'Wi Fi')).toEqual({
      kind: 'fabrication',
      explanation: 'The evidence gives no value for “WiFi”.',
      evidence: ['null'],
    });
  });

  it('names up to three words that the evidence lacks, and what comes nearest', () => {
    const { kind, explanation } = explain(
      facts,
      'The castle has red zeppelins, kites, drones',
      'red zeppelins, kites, drones',
    );

    expect(kind).toBe('fabrication');
    expect(explanation).toContain('“red”, “zeppelins”, “kites”');
    expect(explanation).not.toContain('drones');
    expect(explain(facts, 'Soup is in zeppelins', 'zeppelins')).toMatchObject({
      explanation:
        'The evidence does not mention “zeppelins”. Closest match in the evidence: “Soup is sold in the castle”.',
      evidence: ['Soup is sold in the castle.'],
    });
  });

  it('names nothing as nearest where nothing is near', () => {
    expect(explain(facts, 'Zeppelins', 'Zeppelins')).toMatchObject({
      explanation: 'The evidence does not mention “Zeppelins”.',
      evidence: [],
    });
  });

  it.each([
    ['a hedge', 'The tower opens in spring', 'tower opens in spring', 'The tower may open in spring.'],
    ['a negation', 'Ann met Bob', 'Ann met Bob', 'Ann never met Bob.'],
    ['a quantifier', 'All soup is sold in the castle', 'All soup', 'Soup is sold in the castle.'],
  ])(
    'calls a claim without, or with one more of, %s an error of reasoning',
    (_sign, reply, words, nearest) => {
      expect(explain(facts, reply, words)).toEqual({
        kind: 'reasoning_error',
        explanation: `The evidence states this differently. Closest match in the evidence: “${nearest.slice(0, -1)}”.`,
        evidence: [nearest],
      });
    },
  );

  it('calls words of the evidence that are nowhere in it together misattributed', () => {
    expect(explain(facts, 'Soup is sold in spring', 'in spring')).toEqual({
      kind: 'context_misattribution',
      explanation:
        'The evidence has these words, but does not say this of them. Closest match in the evidence: “Soup is sold in the castle”.',
      evidence: ['Soup is sold in the castle.'],
    });
  });
});
