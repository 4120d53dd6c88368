import { useState } from 'react';
import type { Experiment } from '../../../api/types';
import { getProgress } from '../shared/experiment-state';
import { addSample, getPace, type Pace, type ProgressSample } from './pace';

/** The pace of an experiment over the polls of this page. */
export function usePace(experiment: Experiment): Pace {
  const [polled, setPolled] = useState<{ experiment: Experiment; at: number; samples: ProgressSample[] }>(
    () => {
      const at = Date.now();
      return { experiment, at, samples: [{ at, done: getProgress(experiment).done }] };
    },
  );
  if (polled.experiment !== experiment) {
    const at = Date.now();
    const isRetried = polled.experiment.requested_at !== experiment.requested_at;
    const samples = addSample(isRetried ? [] : polled.samples, { at, done: getProgress(experiment).done });
    setPolled({ experiment, at, samples });
  }
  return getPace(experiment, polled.samples, polled.at);
}
