import { quote } from '../checks/finding';
import type { ArgumentIssue, ArgumentIssueKind } from './argument-issue';
import type { Parameter } from './parameter';

const MAX_NAMED = 3;

/** What was looked for, and what was found in its place, for each kind of issue. */
const wording: Record<ArgumentIssueKind, { missing: string; found: string }> = {
  absentText: { missing: 'no word of it is in the conversation', found: 'it has' },
  absentNumber: {
    missing: 'the conversation has no such number',
    found: 'the closest are',
  },
  absentLink: { missing: 'the conversation has no such link or address', found: 'it has' },
  absentDate: { missing: 'the conversation has no such date', found: 'the closest is' },
  absentTime: { missing: 'the conversation has no such time', found: 'it has' },
  otherYear: { missing: 'the conversation has the day but another year', found: 'it says' },
  otherSign: { missing: 'the conversation has the number without a minus', found: 'the closest are' },
  otherNumber: { missing: 'the conversation does not say it', found: 'the number it gives for this is' },
  otherCode: { missing: 'the description gives the number another meaning', found: 'the conversation means' },
  otherChoice: { missing: 'the conversation mentions another choice', found: 'it mentions' },
  otherExample: {
    missing: 'only the description of the parameter has it',
    found: 'the conversation mentions',
  },
  onlyExample: { missing: 'only the description of the parameter has it', found: 'the conversation has' },
  otherRecord: { missing: 'it is of another record', found: 'the request names' },
  negated: { missing: 'the conversation says no to it', found: 'it has' },
  placeholder: { missing: 'neither the conversation nor the schema offers it', found: 'it has' },
  formula: { missing: 'the conversation has no such formula', found: 'it has' },
  identifier: { missing: 'not all of it is in the conversation', found: 'it has' },
  otherPlace: { missing: 'its first part is not in the conversation', found: 'it has' },
  fewWords: { missing: 'few of its words are in the conversation', found: 'it has' },
  partialMatch: { missing: 'half of its words are not in the conversation', found: 'it has' },
  mostWords: { missing: 'one of its words is not in the conversation', found: 'it has' },
  newText: { missing: 'few of its words are in the conversation', found: 'it has' },
};

/** Says what was looked for, the nearest things found, and what the schema would have offered. */
export function explainIssue(
  value: string,
  parameterName: string,
  { kind, nearest, piece }: ArgumentIssue,
  { schema }: Parameter,
): string {
  const { missing, found } = wording[kind];
  const quotations = joinQuoted([...new Set(nearest)]);
  const choices = kind === 'otherChoice' ? '' : joinQuoted(schema.choices);
  return [
    `Nothing supports ${quote(piece ?? value)} for ${parameterName || 'the argument'}: ${missing}`,
    quotations && `; ${found} ${quotations}`,
    choices && `; the schema offers ${choices}`,
    schema.defaults.length > 0 && `; the default is ${joinQuoted(schema.defaults)}`,
    '.',
  ]
    .filter(Boolean)
    .join('');
}

function joinQuoted(texts: string[]): string {
  const list = texts.slice(0, MAX_NAMED).map(quote).join(', ');
  return texts.length > MAX_NAMED ? `${list} …` : list;
}
