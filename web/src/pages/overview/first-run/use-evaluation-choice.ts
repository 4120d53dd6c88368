import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEvaluators } from '../../../workspace/evaluators';
import { useWorkspace } from '../../../workspace/workspace';
import { useUpdateWorkspace, workspaceQuery } from '../../../workspace/workspace-settings';

/** The shares of replies that the question offers, in addition to the stored one; the settings accept any. */
const sampleRates = ['1', '0.5', '0.25', '0.1', '0.01'];

export type EvaluationChoice = NonNullable<ReturnType<typeof useEvaluationChoice>>;

/**
 * Whether replies are to be evaluated as they arrive; null until the settings are loaded. Until a user chooses it is yes
 * with the embedded evaluator, and no with a judge, whose calls cost money. Once a conversation has arrived
 * (`isWaiting` is false), a new key saves only what the user has changed here: settings that are off may be a choice.
 */
export function useEvaluationChoice(isWaiting: boolean) {
  const { data: saved } = useQuery(workspaceQuery(useWorkspace()));
  const evaluator = useEvaluators().data?.items.find(({ is_default: isDefault }) => isDefault);
  const update = useUpdateWorkspace();
  const [changes, setChanges] = useState<{ isEnabled?: boolean; sampleRate?: string }>({});
  if (saved === undefined || evaluator === undefined) return null;
  const online = saved.online_evaluation;
  const savedRate = String(online.sample_rate);
  // New workspaces have it off, with all replies.
  const isInitial = !online.enabled && online.sample_rate === 1;
  const isEnabled = changes.isEnabled ?? (online.enabled || (isInitial && evaluator.kind === 'grounding'));
  const sampleRate = changes.sampleRate ?? savedRate;
  const isSaved = online.enabled === isEnabled && (!isEnabled || sampleRate === savedRate);
  const isTouched = Object.keys(changes).length > 0;
  const isSavedWithKey = !isSaved && (isTouched || isWaiting);
  const save = () => {
    update.mutate({ online_evaluation: { enabled: isEnabled, sample_rate: Number(sampleRate) } });
  };
  return {
    isEnabled,
    sampleRate,
    sampleRates: [...new Set([...sampleRates, savedRate])].sort(
      (left, right) => Number(right) - Number(left),
    ),
    evaluator,
    isSaved,
    isSavedWithKey,
    update,
    change: (more: typeof changes) => {
      update.reset();
      setChanges({ ...changes, ...more });
    },
    save,
    saveWithKey: () => {
      if (isSavedWithKey) save();
    },
  };
}
