import type { Annotation } from '../../../api/types';
import { LabelBadge } from '../../../ui/label-badge';
import styles from './experiment.module.css';

/** The findings in a reply with their explanations. */
export function FindingList({ annotations }: { annotations: readonly Annotation[] | null }) {
  if (annotations === null || annotations.length === 0) return null;
  return (
    <ul className={styles.findings}>
      {annotations.map((annotation) => (
        <li key={`${annotation.message_part_index}-${annotation.start_offset}-${annotation.label}`}>
          <LabelBadge label={annotation.label} />{' '}
          {annotation.parameter_name !== null && <code>{annotation.parameter_name} </code>}
          <q className={styles.quote} dir="auto">
            {annotation.text}
          </q>
          <span dir="auto">{annotation.explanation}</span>
        </li>
      ))}
    </ul>
  );
}
