import { useQuery } from '@tanstack/react-query';
import type { CreatedEvaluation } from '../../api/types';
import { formatCost, formatRange } from '../../text/numbers';
import { pluralize } from '../../text/wording';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { useWorkspace } from '../workspace';
import { type EvaluationSource, estimateQuery, useEvaluate } from './evaluation-queries';

interface EvaluateDialogProps {
  source: EvaluationSource;
  /** Called with the id of the evaluation. */
  onStarted: (id: string) => void;
  onClose: () => void;
}

/** Shows what evaluating stored replies would do and cost, and starts it. */
export function EvaluateDialog({ source, onStarted, onClose }: EvaluateDialogProps) {
  const { data, error, refetch } = useQuery(estimateQuery(useWorkspace(), source));
  const evaluate = useEvaluate();
  return (
    <Dialog title="Evaluate replies" isOpen onClose={onClose}>
      <DialogForm
        action="Evaluate"
        pendingAction="Starting…"
        isPending={data === undefined || evaluate.isPending}
        error={evaluate.error}
        onSubmit={() => evaluate.mutate(source, { onSuccess: ({ id }) => id !== null && onStarted(id) })}
        onClose={onClose}
      >
        {data === undefined && error === null && <Loading label="Loading estimate" rows={2} />}
        {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
        {data !== undefined && <Estimate estimated={data} />}
      </DialogForm>
    </Dialog>
  );
}

function Estimate({ estimated }: { estimated: CreatedEvaluation }) {
  const { conversations, estimate } = estimated;
  const replies = pluralize(estimate?.replies_count ?? 0, 'reply', 'replies');
  return (
    <>
      <p>
        {replies} of {pluralize(conversations.listed, 'conversation')} that the evaluator has not judged in
        its current version.
      </p>
      <p>{describeCost(estimate?.judging ?? null)}</p>
    </>
  );
}

type Judging = NonNullable<CreatedEvaluation['estimate']>['judging'];

function describeCost(judging: Judging): string {
  if (judging === null) return 'The embedded evaluator costs nothing.';
  const { model, calls, cost_cents: cost } = judging;
  const called = `${pluralize(calls.low, 'call')} of ${model} or more`;
  if (cost === null) return `${called}. Its price is unknown.`;
  return `${called}, ${formatRange(cost, formatCost)} in total.`;
}
