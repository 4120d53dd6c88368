import { stem } from '../base/tokens';

/** Words that exclude one another where all else is the same, by what they say of it. */
const PAIRS: [string, string][] = [
  ['before prior until', 'after following since'],
  ['above over exceeding', 'below under beneath'],
  ['with', 'without'],
  ['always', 'never sometimes rarely seldom occasionally'],
  ['often usually frequently', 'never rarely seldom'],
  ['sometimes', 'never'],
  ['all every each both everyone', 'no none some few neither nobody only'],
  ['most many', 'few none no'],
  ['some any several', 'no none'],
  ['more', 'less fewer'],
  ['most', 'least'],
  ['maximum max', 'minimum min'],
  ['first', 'last'],
  [
    'approve accept grant agree allow permit endorse adopt pass confirm',
    'reject deny refuse decline veto forbid ban prohibit dismiss turndown',
  ],
  ['succeed pass win', 'fail lose'],
  [
    'rise rose climb increase grow grew gain jump surge',
    'fall fell drop decrease decline shrink slump plunge',
  ],
  ['open', 'close shut'],
  ['begin begun began start launch', 'end finish stop cease'],
  ['include contain', 'exclude omit'],
  ['enable activate turnon switchon', 'disable deactivate turnoff switchoff'],
  ['mandatory required compulsory must', 'optional voluntary'],
  ['available', 'unavailable soldout'],
  ['online', 'offline'],
  ['inside indoors', 'outside outdoors'],
  ['north northern', 'south southern'],
  ['east eastern', 'west western'],
  ['left', 'right'],
  ['buy bought', 'sell sold'],
  ['arrive', 'depart leave'],
  ['import', 'export'],
  ['present attended', 'absent missed'],
  ['free', 'paid'],
  ['public', 'private'],
  ['win won', 'lose lost'],
  ['improve', 'worsen'],
  ['support', 'oppose'],
  ['upgrade', 'downgrade'],
];

const opposites = new Map<string, Set<string>>();
for (const pair of PAIRS) {
  const [ones, others] = pair.map((words) => words.split(' ').map(stem)) as [string[], string[]];
  for (const [from, to] of [
    [ones, others],
    [others, ones],
  ] as const)
    for (const word of from) opposites.set(word, new Set([...(opposites.get(word) ?? []), ...to]));
}

/** Whether two normalized words, or phrasal verbs written together, exclude one another. */
export const areOpposites = (word: string, other: string): boolean =>
  opposites.get(stem(word))?.has(stem(other)) ?? false;

/** Whether the word excludes any other. */
export const hasOpposite = (word: string): boolean => opposites.has(stem(word));
