import { ErrorNotice } from '../ui/error-notice';
import { Notice } from '../ui/notice';
import { Select } from '../ui/select';
import { useEvaluators } from './evaluators';

interface EvaluatorSelectProps {
  /** Empty: the default evaluator. */
  value: string;
  error: string | null;
  onChange: (evaluatorId: string) => void;
}

/** Selects an evaluator. */
export function EvaluatorSelect({ value, error, onChange }: EvaluatorSelectProps) {
  const { data, error: loadError, refetch } = useEvaluators();
  const evaluators = data?.items ?? [];
  const preset = evaluators.find(({ is_default: isDefault }) => isDefault);
  return (
    <>
      <Select
        label="Evaluator"
        value={value}
        isDisabled={data === undefined}
        options={[
          { id: '', name: preset === undefined ? 'Default evaluator' : `${preset.name} (default)` },
          ...evaluators
            .filter((it) => it.id !== preset?.id || it.id === value)
            .map(({ id, name, version }) => ({ id, name: `${name}, version ${version}` })),
        ]}
        onChange={onChange}
      />
      {loadError !== null && <ErrorNotice error={loadError} onRetry={refetch} />}
      {error !== null && <Notice tone="danger">{error}</Notice>}
    </>
  );
}
