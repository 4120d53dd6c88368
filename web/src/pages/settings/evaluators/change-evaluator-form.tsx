import { useState } from 'react';
import type { Evaluator } from '../../../api/types';
import { toChangeEvaluator, toDraft } from './evaluator-draft';
import { EvaluatorForm } from './evaluator-form';
import { useChangeEvaluator } from './evaluator-queries';

interface ChangeEvaluatorFormProps {
  evaluator: Evaluator;
  onClose: () => void;
}

/** Edits an evaluator; changes create its next version. */
export function ChangeEvaluatorForm({ evaluator, onClose }: ChangeEvaluatorFormProps) {
  const [draft, setDraft] = useState(() => toDraft(evaluator));
  const change = useChangeEvaluator(evaluator.id);
  return (
    <EvaluatorForm
      draft={draft}
      action={`Save as version ${evaluator.version + 1}`}
      pendingAction="Saving…"
      isPending={change.isPending}
      error={change.error}
      onChange={setDraft}
      onSubmit={() => change.mutate(toChangeEvaluator(draft), { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
