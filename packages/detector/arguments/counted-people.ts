import { scanSentences } from '../base/sentences';
import { NUMERALS, parseCount } from '../gazetteers/number-words';

/** Words of the names of parameters that say how many take part. */
const PEOPLE = new Set(
  'adult adults attendee attendees guest guests passenger passengers people person persons seat seats ticket tickets traveler travelers'.split(
    ' ',
  ),
);
/** "me and my daughter", "myself and one other adult", "me, my wife and my son". */
const LISTED =
  /\b(?:me|myself|I)\b((?:,? (?:and |with |plus )?(?:my|one|another|a) \p{L}{2,20}){1,8})|\b((?:my \p{L}{2,20},? (?:and )?){1,8})(?:me|myself|I)\b/giu;
/** "Two adults and three kids". */
const GROUP = new RegExp(
  `\\b(\\d{1,2}|an?|${NUMERALS}) (?:adults?|grown-?ups?|kids?|child(?:ren)?|infants?|bab(?:y|ies)|toddlers?|teen(?:ager)?s?|seniors?|pensioners?|students?)\\b`,
  'giu',
);
const MAX_PEOPLE = 50;
/** Groups are read in so many characters at the end of a conversation. */
const MAX_LENGTH = 20_000;
const MEMBER = /\b(?:my|one|another|a) /gi;

/** Whether the conversation lists so many people, the user among them, where the parameter counts people. */
export function countsPeople(value: number, nameWords: readonly string[], text: string): boolean {
  if (value > MAX_PEOPLE || !nameWords.some((word) => PEOPLE.has(word))) return false;
  const recent = text.slice(-MAX_LENGTH);
  const isListed = [...recent.matchAll(LISTED)].some(
    ([, after, before]) => ((after ?? before ?? '').match(MEMBER)?.length ?? 0) + 1 === value,
  );
  const areAll = !nameWords.some((word) => word.startsWith('adult'));
  return isListed || (areAll && scanSentences(recent).some((sentence) => sumGroups(sentence.text) === value));
}

const sumGroups = (sentence: string): number =>
  [...sentence.matchAll(GROUP)].reduce(
    (sum, [, count = '']) => sum + (/^an?$/i.test(count) ? 1 : parseCount(count)),
    0,
  );
