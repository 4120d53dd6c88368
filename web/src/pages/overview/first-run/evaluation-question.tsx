import { formatShare } from '../../../text/numbers';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { Segmented } from '../../../ui/segmented';
import { Select } from '../../../ui/select';
import { Term } from '../../../ui/term';
import styles from './first-run.module.css';
import type { EvaluationChoice } from './use-evaluation-choice';

/** Asks once whether replies are evaluated as they arrive. Creating a key saves the choice. */
export function EvaluationQuestion({ choice }: { choice: EvaluationChoice }) {
  const { isEnabled, sampleRate, sampleRates, evaluator, isSaved, isSavedWithKey, update, change, save } =
    choice;
  return (
    <section className={styles.question} aria-label="Evaluation">
      <h2 className={styles.about}>Evaluate replies as they arrive?</h2>
      <Segmented
        label="Evaluate replies as they arrive?"
        value={isEnabled ? 'yes' : 'no'}
        options={[
          { id: 'yes', name: 'Yes' },
          { id: 'no', name: 'No' },
        ]}
        onChange={(chosen) => change({ isEnabled: chosen === 'yes' })}
      />
      {isEnabled && (
        <Select
          label="Share of replies"
          value={sampleRate}
          options={sampleRates.map((id) => ({ id, name: formatShare(Number(id)) }))}
          onChange={(rate) => change({ sampleRate: rate })}
        />
      )}
      {!isSaved && (
        <Button isDisabled={update.isPending} onPress={save}>
          Save
        </Button>
      )}
      <p className={styles.about}>
        <Term id="evaluator" />: {evaluator.name},{' '}
        {evaluator.kind === 'grounding'
          ? 'embedded. It calls no provider and costs nothing.'
          : 'a judge. Each reply is a paid call of a model.'}{' '}
        {isSaved && 'Saved.'}
        {isSavedWithKey && 'Creating a key saves this.'}
      </p>
      {update.error !== null && <ErrorNotice error={update.error} />}
    </section>
  );
}
