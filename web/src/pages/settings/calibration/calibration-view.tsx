import type { Calibration } from '../../../api/types';
import { pluralize } from '../../../text/wording';
import { Notice } from '../../../ui/notice';
import { Time } from '../../../ui/time';
import { ActivationSection } from './activation-section';
import styles from './calibration.module.css';
import { CalibrationStatus } from './calibration-status';
import { ScaleSection } from './scale-section';

const staleTexts: Record<Calibration['stale'][number], string> = {
  evaluator_version: 'the version of the evaluator',
  labels: 'the labels',
};

/** One calibration: what it was fitted to, how well it holds, and whether it is applied. */
export function CalibrationView({ calibration }: { calibration: Calibration }) {
  const { version, stale, score, confidence, created_by: creator, created_at: at } = calibration;
  return (
    <section className={styles.view} aria-label={`Version ${version}`}>
      <header className={styles.section}>
        <h2 className={styles.title}>
          Version {version} <CalibrationStatus calibration={calibration} />
        </h2>
        <p className={styles.note}>
          Fitted by {creator.name}, <Time at={at} />, to{' '}
          {pluralize(score.n, 'reviewed reply', 'reviewed replies')}, of which {score.positive_count} have an
          issue.
        </p>
        {stale.length > 0 && (
          <Notice tone="warn">
            Since then, {stale.map((one) => staleTexts[one]).join(' and ')} changed, so it is not applied.
            Review a sample of later verdicts and fit another version.
          </Notice>
        )}
      </header>
      <ActivationSection calibration={calibration} />
      <ScaleSection title="Score of replies" outcome="Has an issue" scale={score} />
      {confidence === null ? (
        <p className={styles.note}>
          Confidence is not calibrated: it needs 50 reviewed findings, all of them confirmed or rejected.
        </p>
      ) : (
        <ScaleSection title="Confidence of findings" outcome="Confirmed" scale={confidence} />
      )}
    </section>
  );
}
