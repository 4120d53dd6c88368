import { useState } from 'react';
import { emptyDraft, toCreateEvaluator } from './evaluator-draft';
import { EvaluatorForm } from './evaluator-form';
import { useCreateEvaluator } from './evaluator-queries';

/** The settings of a new evaluator. */
export function CreateEvaluatorForm({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(emptyDraft);
  const creation = useCreateEvaluator();
  return (
    <EvaluatorForm
      draft={draft}
      isNew
      action="Create evaluator"
      pendingAction="Creating…"
      isPending={creation.isPending}
      error={creation.error}
      onChange={setDraft}
      onSubmit={() => creation.mutate(toCreateEvaluator(draft), { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
