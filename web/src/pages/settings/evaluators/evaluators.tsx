import { useState } from 'react';
import type { Evaluator } from '../../../api/types';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { useEvaluators } from '../../../workspace/evaluators';
import { useWorkspace } from '../../../workspace/workspace';
import { SettingsHead } from '../shared/settings-head';
import { emptyDraft, toChangeEvaluator, toCreateEvaluator, toDraft } from './evaluator-draft';
import { EvaluatorForm } from './evaluator-form';
import { EvaluatorPrecision } from './evaluator-precision';
import { useChangeEvaluator, useCreateEvaluator } from './evaluator-queries';
import { EvaluatorTable } from './evaluator-table';

/** The evaluators tab. */
export function Evaluators() {
  const { canWrite } = useWorkspace();
  const { data, error, refetch } = useEvaluators();
  const [isCreating, setCreating] = useState(false);
  const [changed, setChanged] = useState<Evaluator | null>(null);
  return (
    <>
      <SettingsHead
        action={
          canWrite && (
            <Button variant="primary" onPress={() => setCreating(true)}>
              New evaluator
            </Button>
          )
        }
      >
        Evaluators check replies against their evidence and report unsupported spans. Requests without an
        evaluator use the default one. Results include the evaluator version.
      </SettingsHead>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading evaluators" />}
      {data !== undefined && <EvaluatorTable evaluators={data.items} onChange={setChanged} />}
      <EvaluatorPrecision />
      <Dialog title="New evaluator" isOpen={isCreating} onClose={() => setCreating(false)}>
        <CreateEvaluatorForm onClose={() => setCreating(false)} />
      </Dialog>
      <Dialog
        title={`Edit “${changed?.name ?? ''}”`}
        isOpen={changed !== null}
        onClose={() => setChanged(null)}
      >
        {changed !== null && <ChangeEvaluatorForm evaluator={changed} onClose={() => setChanged(null)} />}
      </Dialog>
    </>
  );
}

interface ChangeEvaluatorFormProps {
  evaluator: Evaluator;
  onClose: () => void;
}

/** Edits an evaluator; changes create its next version. */
function ChangeEvaluatorForm({ evaluator, onClose }: ChangeEvaluatorFormProps) {
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

/** The settings of a new evaluator. */
function CreateEvaluatorForm({ onClose }: { onClose: () => void }) {
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
