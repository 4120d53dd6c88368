import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEvaluators } from '../../../workspace/evaluators';
import { useWorkspace } from '../../../workspace/workspace';
import { useUpdateWorkspace, workspaceQuery } from '../../../workspace/workspace-settings';

/** The shares of replies that the first question offers; the settings accept any. */
export const sampleRates = ['1', '0.5', '0.25', '0.1', '0.01'] as const;
export type SampleRate = (typeof sampleRates)[number];

export type EvaluationChoice = ReturnType<typeof useEvaluationChoice>;

/**
 * Whether replies are to be evaluated as they arrive. Until a user chooses it is yes with the embedded evaluator, and no
 * with a judge, whose calls cost money.
 */
export function useEvaluationChoice() {
  const { data: saved } = useQuery(workspaceQuery(useWorkspace()));
  const preset = useEvaluators().data?.items.find(({ is_default: isDefault }) => isDefault);
  const update = useUpdateWorkspace();
  const [changes, setChanges] = useState<{ isEnabled?: boolean; sampleRate?: SampleRate }>({});
  const online = saved?.online_evaluation;
  const isFree = preset?.kind === 'grounding';
  const isEnabled = changes.isEnabled ?? (online?.enabled || isFree);
  const savedRate = sampleRates.find((rate) => Number(rate) === online?.sample_rate) ?? '1';
  const sampleRate = changes.sampleRate ?? savedRate;
  const isSaved = online?.enabled === isEnabled && (!isEnabled || sampleRate === savedRate);
  return {
    isEnabled,
    sampleRate,
    /** Undefined while it loads. */
    evaluator: preset,
    isSaved,
    update,
    change: (more: typeof changes) => {
      update.reset();
      setChanges({ ...changes, ...more });
    },
    save: () => {
      if (isSaved || preset === undefined) return;
      update.mutate({ online_evaluation: { enabled: isEnabled, sample_rate: Number(sampleRate) } });
    },
  };
}
