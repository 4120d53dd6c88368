import type { ArgumentEvidence } from './argument-evidence';
import {
  type ArgumentIssue,
  type ArgumentIssueKind,
  createIssue,
  createMentionIssue,
} from './argument-issue';
import type { Parameter } from './parameter';
import { listContentWords } from './value-words';

/** Values of more words are composed rather than copied. */
const MAX_WORDS = 6;
const MIN_SHARE_OF_TEXT = 0.3;
const TWO_THIRDS = 0.66;
const HALF = 0.5;

/**
 * What speaks against a text, by how many of its words occur in the conversation; null where they do, or are in
 * another script than it, in which they may be its translation.
 */
export function findWordsIssue(
  value: string,
  parameter: Parameter,
  evidence: ArgumentEvidence,
): ArgumentIssue | null {
  const { schema } = parameter;
  const unnamed = value.split(/,\s*/).filter((part) => !evidence.namesRegion(part));
  if (unnamed.length === 0) return null;
  const words = listContentWords(unnamed.join(', ')).filter((word) => evidence.base.scripts.canCompare(word));
  const supported = words.filter((word) => evidence.hasWord(word));
  // Next to words of the conversation, those of the description belong to the format: "track:Shape of You".
  const missing = words.filter(
    (word) => !evidence.hasWord(word) && (supported.length === 0 || !schema.hasWord(word)),
  );
  const [head = '', tail] = value.split(',', 2);
  if (missing.length === 0 || evidence.hasInitialsOf(head)) return null;

  const isPlace = tail !== undefined && supported.length + missing.length <= MAX_WORDS;
  const kind = findKind(supported.length, missing, isPlace ? evidence.mentions(head) : null);
  if (kind === null) return null;
  const isExample = schema.offers(value) === 'example' && (kind === 'absentText' || kind === 'otherPlace');
  return isExample
    ? createExampleIssue(parameter, evidence)
    : createIssue(kind, evidence.asWritten(supported));
}

/** `isOfPlace` says whether the first part of a place is supported; null where the value is no place. */
function findKind(supported: number, missing: string[], isOfPlace: boolean | null): ArgumentIssueKind | null {
  const share = supported / (supported + missing.length);
  if (supported + missing.length > MAX_WORDS) return share >= MIN_SHARE_OF_TEXT ? null : 'newText';
  if (missing.some((word) => /\d/.test(word))) return 'identifier';
  if (share === 0) return 'absentText';
  if (isOfPlace !== null) return isOfPlace ? null : 'otherPlace';
  if (share >= TWO_THIRDS) return 'mostWords';
  return share >= HALF ? 'partialMatch' : 'fewWords';
}

function createExampleIssue({ mentionedExamples }: Parameter, evidence: ArgumentEvidence): ArgumentIssue {
  return mentionedExamples.length > 0
    ? createMentionIssue('otherExample', mentionedExamples, evidence)
    : createIssue('onlyExample', []);
}
