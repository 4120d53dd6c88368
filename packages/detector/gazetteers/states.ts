/** A stage or an outcome of what passes through several of them: an order, a payment, a ticket, a subscription. */
export type State =
  | 'pending'
  | 'processing'
  | 'confirmed'
  | 'paid'
  | 'unpaid'
  | 'shipped'
  | 'delivered'
  | 'completed'
  | 'canceled'
  | 'rejected'
  | 'failed'
  | 'open'
  | 'closed'
  | 'active'
  | 'inactive';

/** How each state is written. */
const PHRASES: Record<State, string> = {
  pending: 'pending, awaiting, queued, waiting, on hold, not started',
  processing: 'processing, preparing, in progress, in process, being prepared, being processed, under review',
  confirmed: 'confirmed, approved, accepted, granted',
  paid: 'paid, settled, paid in full',
  unpaid: 'unpaid, overdue, past due, outstanding',
  shipped:
    'shipped, dispatched, in transit, on its way, on the way, on their way, out for delivery, en route, in delivery',
  delivered: 'delivered, arrived',
  completed: 'completed, processed, succeeded, successful, finished, fulfilled, complete',
  canceled: 'canceled, cancelled, called off',
  rejected: 'rejected, refused, declined, denied',
  failed: 'failed, unsuccessful',
  open: 'open, unresolved',
  closed: 'closed, resolved, solved',
  active: 'active, enabled',
  inactive: 'inactive, expired, suspended, disabled, deactivated',
};

/**
 * What each state rules out: that another one was reached (first) and that another one still holds (second). What has a
 * state may have had those before it, so that "delivered" does not rule out "has been shipped".
 */
const RULES_OUT: Record<State, [reached: string, holds: string]> = {
  pending: [
    'confirmed paid shipped delivered completed canceled rejected failed closed',
    'processing active closed',
  ],
  processing: ['shipped delivered completed canceled rejected failed closed', 'closed'],
  confirmed: ['shipped delivered canceled rejected failed', 'pending open inactive'],
  paid: ['shipped delivered canceled rejected failed', 'pending unpaid'],
  unpaid: ['paid', ''],
  shipped: ['delivered canceled rejected failed', 'pending processing open'],
  delivered: ['canceled rejected failed', 'pending processing shipped open'],
  completed: ['rejected failed', 'pending processing open'],
  canceled: ['shipped delivered completed', 'pending processing confirmed shipped open active'],
  rejected: ['confirmed paid shipped delivered completed', 'pending processing confirmed active'],
  failed: ['confirmed paid shipped delivered completed', 'pending processing'],
  open: ['closed completed canceled rejected', 'closed'],
  closed: ['', 'open pending processing'],
  active: ['', 'inactive pending'],
  inactive: ['', 'active'],
};

/** States that hold for a while; all others are reached and then stay. */
const LASTING: ReadonlySet<State> = new Set([
  'unpaid',
  'pending',
  'processing',
  'open',
  'active',
  'inactive',
]);
/** What is shipped is on its way only until it is there. */
const LASTING_PHRASE = /^(?:in|on|out|en) /;

const statesByPhrase = new Map<string, State>(
  Object.entries(PHRASES).flatMap(([state, phrases]) =>
    phrases.split(', ').map((phrase): [string, State] => [phrase, state as State]),
  ),
);
const ruledOut = new Map<State, [Set<string>, Set<string>]>(
  Object.entries(RULES_OUT).map(([state, [reached, holds]]) => [
    state as State,
    [new Set(reached.split(' ')), new Set(holds.split(' '))],
  ]),
);

/** Words with which the name of a state begins. */
export const stateOpeners: ReadonlySet<string> = new Set(
  [...statesByPhrase.keys()].map((phrase) => phrase.split(' ', 1)[0] as string),
);
export const MAX_STATE_WORDS = 3;

/** The state that normalized words name, or null. */
export const parseState = (phrase: string): State | null => statesByPhrase.get(phrase) ?? null;

/** Whether what a phrase names holds for a while. */
export const isLasting = (phrase: string): boolean =>
  LASTING_PHRASE.test(phrase) || LASTING.has(statesByPhrase.get(phrase) as State);

/**
 * Whether a thing in the one state cannot have reached the other, or, where `isNow`, cannot be in it. What is on its way has
 * been shipped.
 */
export function rulesOut(state: State, other: State, isNow: boolean): boolean {
  const [reached, holds] = ruledOut.get(state) as [Set<string>, Set<string>];
  return (isNow && holds.has(other)) || (!(isNow && LASTING.has(other)) && reached.has(other));
}

/** Whether the one of two words names a state that the other one rules out. */
export function areExclusive(word: string, other: string): boolean {
  const [state, otherState] = [parseState(word), parseState(other)];
  return state !== null && otherState !== null && rulesOut(otherState, state, false);
}
