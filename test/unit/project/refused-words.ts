/** A wording that is not used, with the one to use instead. */
export interface RefusedWord {
  pattern: RegExp;
  instead: string;
}

/**
 * The noun of the first pattern is refused as well as the verb: the reply of a model, the response of an endpoint and
 * the result of a function have their own names. Words that are wrong in one sense only, such as "takes" for
 * "accepts", are left to reviewers.
 */
export const refusedWords: readonly RefusedWord[] = [
  {
    pattern: /(?<!\bquestion )\banswer(s|ed|ing)?\b/,
    instead: 'returns, responds, replies; response, reply, result',
  },
  { pattern: /\btold\b|\btells? of\b/, instead: 'reports, states, notifies, passes' },
  { pattern: /\b(whoever|somebody|nobody|whatever)\b/, instead: 'the caller, a client, no one, any' },
  { pattern: /\banew\b/, instead: 'again' },
  { pattern: /\bmend(s|ed|ing)?\b/, instead: 'fix, repair' },
  { pattern: /\bof (its|their|his|her|our|your|my) own\b/, instead: 'its own, separate' },
  { pattern: /\blook(s|ed|ing)? after\b/, instead: 'manage, maintain' },
  { pattern: /\bg(ive|ives|iven|ave|iving) up\b/, instead: 'stop, time out, release' },
  { pattern: /\bkept\b/, instead: 'stored, cached, preserved' },
  { pattern: /\bwhat is to become\b/, instead: 'the result, the next state' },
  { pattern: /\bst(and|ands|ood|anding) for\b/, instead: 'is, represents' },
  { pattern: /\b(go|goes|going|went|gone) on\b/, instead: 'continues' },
  { pattern: /\bbeside\b/, instead: 'next to, in addition to' },
  // British spellings. "Cancelled" is a status on the wire, so both spellings of it are accepted.
  { pattern: /\b(un)?(colour|behaviour|favour|honour|neighbour|flavour|labour)\w*/, instead: '-or-' },
  { pattern: /\b(un|re)?(label|model|signal|travel)l(ed|ing|er)\b/, instead: 'one l' },
  { pattern: /\b\w*(metre|litre|centre)s?\b/, instead: '-er' },
  {
    pattern:
      /\b\w*(organ|recogn|normal|optim|serial|initial|summar|general|minim|maxim|priorit|util|real|custom|author|synchron)is(e[ds]?|ing|ation)\b/,
    instead: '-ize',
  },
  { pattern: /\banaly(se|sed|sing)\b/, instead: 'analyze' },
  {
    pattern: /\b(judgement|licence|defence|offence|artefact|programme|catalogue|grey|whilst|towards)s?\b/,
    instead: 'the American spelling',
  },
  { pattern: /\be-mail/, instead: 'email' },
];

/** Words that name nothing in this field; refused as parts of identifiers and file names. */
export const refusedNames: ReadonlyMap<string, string> = new Map([
  ['company', 'batch'],
  ['strays', 'orphans'],
  ['desk', 'queue, service'],
  ['dialogue', 'messenger, client'],
  ['patience', 'timeout, retry policy'],
  ['mishap', 'failure'],
  ['moment', 'time, snapshot'],
  ['moments', 'times, snapshots'],
]);

/** Bounds are named MAX and MIN, with the unit last. */
export const refusedBound = /(?:^|_)(?:MOST|FEWEST|LONGEST|SHORTEST|LARGEST|LEAST)_/;

/** Single places where a refused word has its legitimate meaning. */
export const exceptions: readonly { file: string; text: string; reason: string }[] = [
  { file: 'demo/README.md', text: '5 tool-answer', reason: 'a form of conversation, as its data name it' },
  {
    file: 'src/experiments/comparison/span-diff.ts',
    text: '`relabelled` is',
    reason: 'a kind, by its wire name',
  },
];

/** The refused words of a text, each with its offset. */
export function findRefusedWords(text: string): { index: number; word: string; instead: string }[] {
  return refusedWords.flatMap(({ pattern, instead }) =>
    [...text.matchAll(new RegExp(pattern, 'gi'))].map(({ index, 0: word }) => ({ index, word, instead })),
  );
}

/** The refused names in an identifier or a file name, split at case changes and separators. */
export function findRefusedNames(name: string): string[] {
  const words = name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return words.map((word) => word.toLowerCase()).filter((word) => refusedNames.has(word));
}
