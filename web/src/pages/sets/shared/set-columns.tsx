import type { ChosenBy, ConversationSet } from '../../../api/types';
import { formatCount } from '../../../text/numbers';
import type { Column } from '../../../ui/columns';
import { Term } from '../../../ui/term';
import { describeRecipe } from './set-draft';
import styles from './sets.module.css';

const choiceNames: Record<ChosenBy, string> = {
  outcome: 'Outcome',
  properties: 'Properties',
  named: 'Named',
};

/** How many conversations a version has, and how they are selected. */
export const selectionColumns: Column<ConversationSet>[] = [
  {
    id: 'count',
    header: 'Conversations',
    align: 'end',
    cell: ({ is_live: isLive, conversation_count: count }) =>
      isLive ? <Term id="live version" /> : formatCount(count),
  },
  {
    id: 'recipe',
    header: 'Selection',
    cell: (set) => (
      <ul className={styles.recipe}>
        {describeRecipe(set).map((step) => (
          <li key={step} dir="auto">
            {step}
          </li>
        ))}
      </ul>
    ),
  },
  {
    id: 'choice',
    header: 'Chosen by',
    cell: ({ chosen_by: chosenBy }) => <Term id="chosen by outcome">{choiceNames[chosenBy]}</Term>,
  },
];
