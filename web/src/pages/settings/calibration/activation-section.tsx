import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Calibration } from '../../../api/types';
import { useDebounced } from '../../../api/use-debounced';
import { formatDecimal, formatShare } from '../../../text/numbers';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { TextField } from '../../../ui/text-field';
import { Time } from '../../../ui/time';
import { useWorkspace } from '../../../workspace/workspace';
import { ActivateButton } from './activate-button';
import styles from './calibration.module.css';
import { effectQuery, useDeactivateCalibration } from './calibration-queries';
import { EffectTable } from './effect-table';

const DEBOUNCE_MS = 300;
const PRESET_SHARE = 0.05;

/** A stated preference, what its threshold would change, and buttons that turn the calibration on and off. */
export function ActivationSection({ calibration }: { calibration: Calibration }) {
  const { id, activation, stale } = calibration;
  const workspace = useWorkspace();
  const [text, setText] = useState(() =>
    toPercent(activation === null ? PRESET_SHARE : activation.max_flagged_clean_share),
  );
  const { share, error } = readShare(text);
  const measuredShare = useDebounced(share, DEBOUNCE_MS);
  const { data, error: effectError } = useQuery(effectQuery(workspace, id, measuredShare));
  const isShown = error === null && share === measuredShare && (share === null || data !== undefined);
  const isAdmin = workspace.role === 'admin';
  return (
    <section className={styles.section} aria-label="Threshold">
      <h3>Threshold</h3>
      {activation !== null && (
        <p>
          On since <Time at={activation.at} />, by {activation.by.name}
          {activation.max_flagged_clean_share === null
            ? ', without a threshold.'
            : `: at most ${formatShare(activation.max_flagged_clean_share)} of clean replies flagged.`}
        </p>
      )}
      <div className={styles.choice}>
        <TextField
          label="Clean replies flagged, at most (%)"
          description="Chooses the threshold of scores. Empty: the evaluator's own."
          inputMode="decimal"
          value={text}
          error={error}
          onChange={setText}
        />
      </div>
      <div aria-live="polite" className={styles.section}>
        {effectError !== null && measuredShare !== null && <ErrorNotice error={effectError} />}
        {measuredShare !== null && data === undefined && effectError === null && (
          <Loading label="Measuring the threshold" />
        )}
        {measuredShare !== null && data !== undefined && (
          <>
            <p>
              {`Replies are flagged with a score above ${formatDecimal(data.flag_above, 4)}. `}
              Replies that are evaluated already have to be evaluated again.
            </p>
            <EffectTable effect={data} />
          </>
        )}
        {measuredShare === null && error === null && (
          <p>The threshold of the evaluator holds. Values are calibrated.</p>
        )}
      </div>
      {isAdmin && (
        <div className={styles.actions}>
          {stale.length === 0 && (
            <ActivateButton calibration={calibration} share={share} isDisabled={!isShown} />
          )}
          {activation !== null && <DeactivateButton calibration={calibration} />}
        </div>
      )}
    </section>
  );
}

/** Empty without a preference. */
function toPercent(share: number | null): string {
  return share === null ? '' : String(Number((100 * share).toPrecision(12)));
}

/** Turns a calibration off after a confirmation. */
function DeactivateButton({ calibration: { id, version } }: { calibration: Calibration }) {
  const [isConfirming, setConfirming] = useState(false);
  const deactivate = useDeactivateCalibration(id);
  return (
    <>
      <Button onPress={() => setConfirming(true)}>Deactivate</Button>
      <ConfirmDialog
        title={`Deactivate version ${version}?`}
        action="Deactivate"
        isOpen={isConfirming}
        isPending={deactivate.isPending}
        error={deactivate.error}
        onConfirm={() => deactivate.mutate(undefined, { onSuccess: () => setConfirming(false) })}
        onClose={() => setConfirming(false)}
      >
        Later evaluations report raw values and all findings. Verdicts that are stored already do not change.
      </ConfirmDialog>
    </>
  );
}

/** A typed preference: a share, none, or the error of the text. */
type ShareInput = { share: number | null; error: null } | { share: null; error: string };

/** Reads a typed percentage as a share of 1; empty is no preference. */
function readShare(text: string): ShareInput {
  const typed = text.trim().replace(/\s*%$/, '');
  if (typed === '') return { share: null, error: null };
  // Without floating-point error: 5.5 is 0.055.
  const share = Number((Number(typed) / 100).toPrecision(12));
  if (share > 0 && share < 1) return { share, error: null };
  return { share: null, error: 'Enter a percentage above 0 and below 100' };
}
