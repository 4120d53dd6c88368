import type { Evaluator } from '../../../api/types';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { useChangeEvaluator } from './evaluator-queries';

/** Makes an evaluator the default. */
export function MakeDefaultButton({ evaluator: { id, name } }: { evaluator: Evaluator }) {
  const change = useChangeEvaluator(id);
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`Make default: ${name}`}
        isDisabled={change.isPending}
        onPress={() => change.mutate({ is_default: true })}
      >
        Make default
      </Button>
      {change.error !== null && <ErrorNotice error={change.error} />}
    </>
  );
}
