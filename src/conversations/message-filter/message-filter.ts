import { codePointConverter, codePointLength } from '../../../packages/text';
import { type Problem, ValidationError } from '../../platform/errors/app-error';
import { showInput } from '../../platform/http/problems';
import { checkFilter } from './check-filter';
import type { FilterSubject } from './filter-fields';
import type { FilterProblem } from './filter-problem';
import { type MessageQuery, toMessageQuery } from './filter-query';
import { findOneValue, type OneValue } from './one-value';
import { parseFilter } from './parse-filter';
import { conjuncts, findTimeBounds, type TimeBound } from './time-bounds';

/** Maximum length of a filter, in Unicode code points. */
export const MAX_LENGTH = 4096;

/** More would not help a reader. */
const MAX_FAULTS = 100;

export interface MessageFilter {
  /**
   * Selects the messages or findings in MongoDB, bounds included. Excludes replies of experiments unless the filter has
   * the field `experiment_id` or `conversation_type`. The caller must add the workspace.
   */
  query: { $and: MessageQuery[] };
  from: TimeBound | null;
  to: TimeBound | null;
  /** The filter consists of its bounds only. */
  isTimeOnly: boolean;
  /** Set if the filter consists of its bounds and one value of one field. */
  oneValue: OneValue | null;
  /** The filter has the field `experiment_id` or `conversation_type`. */
  namesExperiments: boolean;
  /** The filter has the field `conversation_id`. */
  namesConversations: boolean;
}

export interface BoundedMessageFilter extends MessageFilter {
  from: TimeBound;
  to: TimeBound;
}

export interface FilterOptions<Bounds extends 'required' | 'optional' = 'required' | 'optional'> {
  /** Whether `created_at` needs a lower and an upper bound. */
  bounds: Bounds;
  /** Where the request has the filter. Default: the query parameter `filter`. */
  loc?: string[];
  /** Default: messages. */
  subject?: FilterSubject;
}

/** A problem at one position of a filter; position and length in code points, 0-based. */
export interface FilterFault {
  error: string;
  position: number;
  length: number;
  expected: string[];
}

type Analysis = { filter: MessageFilter; faults: [] } | { filter: null; faults: FilterFault[] };

/**
 * Compiles a message filter; see docs/message-filter.md for the language.
 *
 *
 * @throws {ValidationError} with the first 100 problems; their `ctx` has `position`, `length`, `expected`
 */
export function compileMessageFilter(text: string, options: FilterOptions<'required'>): BoundedMessageFilter;
export function compileMessageFilter(text: string, options: FilterOptions): MessageFilter;
export function compileMessageFilter(
  text: string,
  { bounds, subject, loc = ['query', 'filter'] }: FilterOptions,
): MessageFilter {
  const { filter, faults } = analyzeMessageFilter(text, bounds, subject);
  if (filter === null) throw new ValidationError(faults.map((fault) => toProblem(text, loc, fault)));
  return filter;
}

/** The compiled filter, or the first 100 problems in the order of the text. */
export function analyzeMessageFilter(
  text: string,
  bounds: FilterOptions['bounds'],
  subject: FilterSubject = 'messages',
): Analysis {
  const length = codePointLength(text);
  if (length > MAX_LENGTH) {
    const error = `the filter has ${length} characters; the maximum is ${MAX_LENGTH}`;
    return {
      filter: null,
      faults: [{ error, position: MAX_LENGTH, length: length - MAX_LENGTH, expected: [] }],
    };
  }
  const { node, problem } = parseFilter(text);
  if (node === null) return { filter: null, faults: toFaults(text, [problem]) };

  const { filter, problems, ...names } = checkFilter(node, subject);
  const { problems: ofBounds, rest, ...time } = findTimeBounds(filter, bounds === 'required', text.length);
  if (problems.length + ofBounds.length > 0) {
    return { filter: null, faults: toFaults(text, [...problems, ...ofBounds]) };
  }
  const conditions = conjuncts(filter).map((conjunct) => toMessageQuery(conjunct));
  if (!names.namesExperiments) conditions.push({ experimentId: null });
  const oneValue = findOneValue(rest);
  return { filter: { query: { $and: conditions }, ...time, oneValue, ...names }, faults: [] };
}

function toFaults(text: string, problems: FilterProblem[]): FilterFault[] {
  const toCodePoint = codePointConverter(text);
  return problems
    .toSorted((one, other) => one.start - other.start)
    .slice(0, MAX_FAULTS)
    .map(({ error, expected, start, end }) => {
      const position = toCodePoint(start);
      return { error, position, length: toCodePoint(end) - position, expected };
    });
}

function toProblem(text: string, loc: string[], { error, ...place }: FilterFault): Problem {
  return {
    loc,
    msg: `Value error, at position ${place.position}: ${error}`,
    type: 'value_error',
    input: showInput(text),
    ctx: { error, ...place },
  };
}
