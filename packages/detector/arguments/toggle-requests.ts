import { isFunctionWord, stem } from '../base/tokens';
import { Follower, type UndoLog } from '../evidence/undo-log';
import { isNegation } from '../gazetteers/modifiers';
import { scanMatches, type WrittenRegion } from '../text/regions';
import type { Clauses } from './clauses';
import { listWords } from './value-words';

/** A request to turn something on or off. */
export interface ToggleRequest {
  isOff: boolean;
  /** Stems of the content words of what is switched; none for "it". */
  object: string[];
  region: WrittenRegion;
}

/** Requests that each argument is compared with: the last ones. */
const MAX_TOGGLE_REQUESTS = 100;
/** "it" is like anything. */
const MAX_LIKENESS = Number.MAX_SAFE_INTEGER;
const CONJUNCTION = /\b(?:and|but|then|or)\b/gi;
const SWITCH =
  /\b(?:(?<off>disable|deactivate)|(?<on>(?:re-?)?(?:enable|activate))|(?:turn|switch|shut|power|keep|leave)\b(?<between>(?:\s[^\s]{1,30}){0,6}?)\s(?<way>on|off))\b/i;
/** What is only considered, offered or explained: "you can disable it", "should I turn it off", "to turn it off". */
const CONSIDERED =
  /^\s*to\b|\b(?:if|when|whenever|whether|how|like me to|want me to|should|shall|(?:you|users?|they|we|one) (?:can|may|could))\b/i;
const REQUESTING_QUESTION = /\b(?:can|could|would|will) you\b/i;
/** What may be between a negation and its verb: "I don't want you to turn it off". */
const BETWEEN_NEGATION = new Set('please ever just even to want you'.split(' '));
/** After these follows how, when or why, but no longer what. */
const MANNER = /\b(?:with|by|using|via|after|before|because|so|since|until)\b/i;
/** Words of parameters for being on, whichever thing is on. */
const BEING_ON = new Set(
  'on active activate activated enable enabled power powered switch switched'.split(' '),
);
/** Stems of words of a call by which true, or the call as a whole, turns off. */
const BEING_OFF = 'off disable deactivate inactive mute silent stop remove block'.split(' ').map(stem);

/**
 * What the conversation asks to switch where a parameter says whether it is on: "turn off the lamp" for `lamp_on`. What
 * is most like the call comes first, then to switch on; null where it asks neither. `subjectOfCall` returns the stems of the
 * words of the call, which say what a bare `on` is about.
 */
export function findToggleRequest(
  nameWords: readonly string[],
  subjectOfCall: () => ReadonlySet<string>,
  toggleRequests: readonly ToggleRequest[],
): ToggleRequest | null {
  if (toggleRequests.length === 0) return null;
  const subject = subjectOfCall();
  if (BEING_OFF.some((word) => subject.has(word))) return null;
  const objectStems = nameWords.filter((word) => !BEING_ON.has(word) && !isFunctionWord(word)).map(stem);
  const isMeant = ({ isOff, object }: ToggleRequest): boolean => {
    if (object.length === 0) return !isOff; // "turn it on" may be said of anything
    if (objectStems.length > 0) return objectStems.every((word) => object.includes(word));
    return isOff ? object.every((word) => subject.has(word)) : object.some((word) => subject.has(word));
  };
  const likeness = ({ object }: ToggleRequest): number =>
    object.length === 0 ? MAX_LIKENESS : object.filter((word) => subject.has(word)).length;
  const [closest] = toggleRequests
    .filter(isMeant)
    .sort((a, b) => likeness(b) - likeness(a) || Number(a.isOff) - Number(b.isOff));
  return closest ?? null;
}

/** What clauses ask to switch on or off; what they only consider is left out. */
export class ToggleRequests {
  private readonly list: ToggleRequest[] = [];
  private readonly follower: Follower<WrittenRegion>;

  constructor(
    private readonly clauses: Clauses,
    log: UndoLog,
  ) {
    this.follower = new Follower(clauses.list, log, (clause) => {
      for (const toggleRequest of scanToggleRequests(clause)) log.push(this.list, toggleRequest);
    });
  }

  /** The last of them. */
  last(): readonly ToggleRequest[] {
    this.clauses.update();
    this.follower.update();
    return this.list.slice(-MAX_TOGGLE_REQUESTS);
  }
}

function scanToggleRequests(clause: WrittenRegion): ToggleRequest[] {
  const { text } = clause;
  const isRequest = !CONSIDERED.test(text) && (!text.endsWith('?') || REQUESTING_QUESTION.test(text));
  return isRequest ? splitAtConjunctions(clause).flatMap(readToggleRequest) : [];
}

function splitAtConjunctions({ start: at, text }: WrittenRegion): WrittenRegion[] {
  const ends = [...scanMatches(text, CONJUNCTION), { start: text.length, end: text.length }];
  return ends.map(({ start: end }, index) => {
    const start = ends[index - 1]?.end ?? 0;
    return { start: at + start, end: at + end, text: text.slice(start, end) };
  });
}

function readToggleRequest(request: WrittenRegion): ToggleRequest[] {
  const { text } = request;
  const match = SWITCH.exec(text);
  if (match === null) return [];
  const { off, between = '', way } = match.groups ?? {};
  const after = text.slice(match.index + match[0].length).split(MANNER, 1)[0] ?? '';
  const words = listWords(text.slice(0, match.index));
  const before = words.findLast((word) => !BETWEEN_NEGATION.has(word)) ?? '';
  const isNegated = isNegation(before) && before !== 'no';
  const isOff = (off !== undefined || way?.toLowerCase() === 'off') !== isNegated;
  const object = listWords(`${between} ${after}`).filter(
    (word) => !isFunctionWord(word) && word !== 'please',
  );
  return [{ isOff, object: object.map(stem), region: { ...request, text: text.trim() } }];
}
