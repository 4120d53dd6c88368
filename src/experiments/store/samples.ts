import { valueError } from '../../platform/errors/error-templates';
import { MAX_SET_SIZE } from '../../sets/conversation-set';

export const MAX_SAMPLES_PER_ITEM = 10;

/** Of an experiment. One transaction stores them. */
export const MAX_ITEMS = MAX_SET_SIZE;

/** @throws AppError value_error at `field` if an experiment would have too many items */
export function rejectTooManyItems(
  conversations: number,
  samplesPerItem: number,
  field: { loc: string[]; input: unknown } = {
    loc: ['body', 'samples_per_item'],
    input: samplesPerItem,
  },
): void {
  const count = conversations * samplesPerItem;
  if (count <= MAX_ITEMS) return;
  const problem =
    samplesPerItem === 1
      ? `the experiment would have ${count} conversations; at most ${MAX_ITEMS} are possible`
      : `${conversations} conversations with ${samplesPerItem} samples each are ${count} items; at most ${MAX_ITEMS} are possible`;
  throw valueError(problem, { ...field, ctx: { max: MAX_ITEMS } });
}
