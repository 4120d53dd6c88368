import { humanize } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { Select } from '../../../ui/select';
import styles from './review.module.css';
import { type Editing, editedText, type SpanMove } from './span-editing';

interface SpanEditorProps {
  editing: Editing;
  labels: readonly string[];
  onMove: (move: SpanMove) => void;
  onLabel: (label: string) => void;
  onAccept: () => void;
  onCancel: () => void;
}

const moves: readonly { move: SpanMove; name: string }[] = [
  { move: 'extend-start', name: 'Extend start' },
  { move: 'shrink-start', name: 'Shrink start' },
  { move: 'shrink-end', name: 'Shrink end' },
  { move: 'extend-end', name: 'Extend end' },
  { move: 'previous-word', name: 'Previous word' },
  { move: 'next-word', name: 'Next word' },
];

/** Buttons for every key that edits a span. */
export function SpanEditor({ editing, labels, onMove, onLabel, onAccept, onCancel }: SpanEditorProps) {
  return (
    <section className={styles.editor} aria-label={editing.entryId === null ? 'Missed span' : 'Span'}>
      <p className={styles.quote} dir="auto">
        <q>{editedText(editing)}</q>
      </p>
      <Select
        label="Label"
        value={editing.span.label}
        options={labels.map((label, index) => ({
          id: label,
          name: index < 9 ? `${humanize(label)} (${index + 1})` : humanize(label),
        }))}
        onChange={onLabel}
      />
      <fieldset className={styles.toolbar} aria-label="Edit span">
        {moves.map(({ move, name }) => (
          <Button key={move} onPress={() => onMove(move)}>
            {name}
          </Button>
        ))}
        <Button variant="primary" onPress={onAccept}>
          Accept{' '}
          <kbd className={styles.key} aria-hidden>
            Enter
          </kbd>
        </Button>
        <Button onPress={onCancel}>
          Cancel{' '}
          <kbd className={styles.key} aria-hidden>
            Esc
          </kbd>
        </Button>
      </fieldset>
    </section>
  );
}
