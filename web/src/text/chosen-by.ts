import type { ChosenBy } from '../api/types';

const choiceTexts: Record<ChosenBy, string> = {
  outcome:
    'Chosen by the outcome of their replies: any rerun is expected to differ from the original replies. Compare with a fresh baseline.',
  properties: 'Chosen by properties that do not depend on the outcome of their replies.',
  named:
    'Named one by one: how they were chosen is unknown. If they were chosen because they failed, fewer issues are expected from any rerun.',
};

/** How conversations were chosen, and what that means for a comparison with their original replies. */
export function describeChoice(chosenBy: ChosenBy): string {
  return choiceTexts[chosenBy];
}
