import { metricDescriptions } from '../../../text/metrics';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { Select } from '../../../ui/select';
import { TextField } from '../../../ui/text-field';
import { metricOptions } from '../shared/run-state';
import type { ConstraintDraft } from './run-draft';
import styles from './run-form.module.css';

interface ConstraintFieldsProps {
  constraints: readonly ConstraintDraft[];
  error: string | null;
  onChange: (constraints: readonly ConstraintDraft[]) => void;
}

/** The constraints on candidates. */
export function ConstraintFields({ constraints, error, onChange }: ConstraintFieldsProps) {
  const add = () => {
    const key = 1 + Math.max(0, ...constraints.map((it) => it.key));
    onChange([...constraints, { key, metric: 'cost_per_1k', bound: 'max', scope: 'value', value: '' }]);
  };
  const replace = (changed: ConstraintDraft) =>
    onChange(constraints.map((it) => (it.key === changed.key ? changed : it)));
  return (
    <fieldset className={styles.constraints}>
      <legend className={styles.legend}>Constraints</legend>
      {constraints.map((constraint) => (
        <div key={constraint.key} className={styles.constraint}>
          <Select
            label="Metric"
            isLabelHidden
            value={constraint.metric}
            options={metricOptions}
            onChange={(metric) => replace({ ...constraint, metric })}
          />
          <Select
            label="Bounded"
            isLabelHidden
            value={constraint.scope}
            options={[
              { id: 'value', name: 'Value' },
              { id: 'baseline', name: 'Difference from baseline' },
            ]}
            onChange={(scope) => replace({ ...constraint, scope })}
          />
          <Select
            label="Bound"
            isLabelHidden
            value={constraint.bound}
            options={[
              { id: 'max', name: 'At most' },
              { id: 'min', name: 'At least' },
            ]}
            onChange={(bound) => replace({ ...constraint, bound })}
          />
          <TextField
            label="Limit"
            isLabelHidden
            inputMode="decimal"
            placeholder={metricDescriptions[constraint.metric].inputUnit ?? ''}
            value={constraint.value}
            onChange={(value) => replace({ ...constraint, value })}
          />
          <Button
            variant="quiet"
            aria-label="Remove constraint"
            onPress={() => onChange(constraints.filter(({ key }) => key !== constraint.key))}
          >
            Remove
          </Button>
        </div>
      ))}
      {error !== null && <Notice tone="danger">{error}</Notice>}
      <Button onPress={add}>Add constraint</Button>
    </fieldset>
  );
}
