import { useState } from 'react';
import type { Evaluator } from '../../../api/types';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { useEvaluators } from '../../../workspace/evaluators';
import { useWorkspace } from '../../../workspace/workspace';
import { SettingsHead } from '../shared/settings-head';
import { ChangeEvaluatorForm } from './change-evaluator-form';
import { CreateEvaluatorForm } from './create-evaluator-form';
import { EvaluatorPrecision } from './evaluator-precision';
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
