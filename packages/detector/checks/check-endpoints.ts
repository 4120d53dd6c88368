import { listMeaningStems } from '../base/tokens';
import type { AlignedReply } from '../evidence/aligned-reply';
import type { StructuredField } from '../text/structured-data';
import { checkConfidence, type Finding, quote } from './finding';

const ORIGIN = /^(?:from|origin|source|sender|departure)/i;
const GOAL = /^(?:to|destination|target|recipient|receiver|arrival)(?![a-z])/i;
/** "from Lyon to Turin", up to what says when or how. */
const ROUTE =
  /\bfrom (?<origin>[^.;!?\n]{2,60}?) (?:in)?to (?<goal>[^.;!?\n]{2,60}?)(?=[.,;!?)\n]|\s(?:on|at|for|with|by|in|via|has|have|is|was|were|and|went)\b|$)/gi;
const MAX_FIELDS = 2000;
const MAX_ROUTES = 20;

/** Where something comes from and goes to. */
interface Endpoints {
  origin: StructuredField;
  goal: StructuredField;
}

/** Where the reply says "from … to …" the other way around than fields of structured data such as `from` and `to`. */
export function checkEndpoints({ reply, evidence }: AlignedReply): Finding[] {
  // What people and passages say of both may be another way.
  const isToldElsewhere = (origin: ReadonlySet<string>, goal: ReadonlySet<string>): boolean =>
    evidence.units.some(
      (unit, index) =>
        unit.field === null &&
        [origin, goal].every((words) => hasAny(listStems(evidence.textOf(index)), words)),
    );
  const routes = [...reply.text.matchAll(ROUTE)].slice(0, MAX_ROUTES);
  const endpoints =
    routes.length === 0 ? [] : listEndpoints(evidence.units.flatMap(({ field }) => field ?? []));
  return routes.flatMap(({ 0: { length }, index, groups }): Finding[] => {
    const [origin, goal] = [listStems(groups?.origin ?? ''), listStems(groups?.goal ?? '')];
    const is = (one: Endpoints, from: ReadonlySet<string>, to: ReadonlySet<string>): boolean =>
      namesOnly(from, one.origin, one.goal) && namesOnly(to, one.goal, one.origin);
    const swapped = endpoints.find((one) => is(one, goal, origin));
    if (swapped === undefined || endpoints.some((one) => is(one, origin, goal))) return [];
    if (isToldElsewhere(origin, goal)) return [];
    const explanation = `The evidence has this the other way around: from ${quote(swapped.origin.value)} to ${quote(swapped.goal.value)}.`;
    return [
      {
        ...{ start: index, end: index + length, kind: 'reasoning_error', explanation, evidence: [] },
        confidence: checkConfidence.reversal,
      },
    ];
  });
}

function listEndpoints(fields: readonly StructuredField[]): Endpoints[] {
  const textFields = fields.slice(0, MAX_FIELDS).filter(({ value }) => /\p{L}/u.test(value));
  return textFields.flatMap((origin, index): Endpoints[] => {
    if (!ORIGIN.test(origin.path.at(-1) ?? '')) return [];
    const parent = origin.path.slice(0, -1).join('\n');
    const goal = textFields
      .slice(index + 1)
      .find(({ path }) => GOAL.test(path.at(-1) ?? '') && path.slice(0, -1).join('\n') === parent);
    return goal === undefined ? [] : [{ origin, goal }];
  });
}

/** Whether words name a value, by what the other value does not have. */
function namesOnly(stems: ReadonlySet<string>, one: StructuredField, other: StructuredField): boolean {
  const [own, others] = [listStems(one.value), listStems(other.value)];
  const has = (words: ReadonlySet<string>, without: ReadonlySet<string>): boolean =>
    [...words].some((word) => stems.has(word) && !without.has(word));
  return has(own, others) && !has(others, own);
}

const hasAny = (stems: ReadonlySet<string>, words: ReadonlySet<string>): boolean =>
  [...words].some((word) => stems.has(word));

const listStems = (text: string): Set<string> => new Set(listMeaningStems(text));
