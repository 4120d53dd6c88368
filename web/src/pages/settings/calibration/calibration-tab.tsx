import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Select } from '../../../ui/select';
import { useEvaluators } from '../../../workspace/evaluators';
import { useSearch } from '../../../workspace/use-search';
import { SettingsHead } from '../shared/settings-head';
import styles from './calibration.module.css';
import { CalibrationList } from './calibration-list';
import { FitSection } from './fit-section';

/** The calibration tab: how far the scores of an evaluator hold, by reviews. */
export function CalibrationTab() {
  const { search, change } = useSearch();
  const { data, error, refetch } = useEvaluators();
  const evaluators = data?.items.filter(({ kind }) => kind === 'grounding') ?? [];
  const chosen =
    evaluators.find(({ id }) => id === search.get('evaluator')) ??
    evaluators.find(({ is_default: isDefault }) => isDefault) ??
    evaluators[0];
  return (
    <>
      <SettingsHead>
        A calibration turns scores into probabilities that hold for your replies, and limits how many clean
        replies are flagged. It needs 300 reviewed replies of a random sample, and applies to later
        evaluations once it is activated.
      </SettingsHead>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading evaluators" />}
      {data !== undefined && chosen === undefined && (
        <EmptyState title="No evaluator can be calibrated">
          <p>An LLM judge reports no score. Create an embedded evaluator.</p>
        </EmptyState>
      )}
      {chosen !== undefined && (
        <div className={styles.sections}>
          {evaluators.length > 1 && (
            <div className={styles.choice}>
              <Select
                label="Evaluator"
                value={chosen.id}
                options={evaluators.map(({ id, name }) => ({ id, name }))}
                onChange={(evaluator) => change({ evaluator, version: null, cursor: null })}
              />
            </div>
          )}
          <FitSection key={`fit ${chosen.id}`} evaluatorId={chosen.id} />
          <CalibrationList key={`list ${chosen.id}`} evaluatorId={chosen.id} />
        </div>
      )}
    </>
  );
}
