import type { EvidencePlace } from '../../../text/evidence';
import { formatShare } from '../../../text/numbers';
import { Button } from '../../../ui/button';
import { JumpIcon } from '../../../ui/icons';
import { LabelBadge } from '../../../ui/label-badge';
import styles from './issue-panel.module.css';
import type { Issue } from './issues';

interface IssueDetailProps {
  issue: Issue;
  evidence: { places: readonly EvidencePlace[]; shown: number } | null;
  onShow: () => void;
  onEvidence: () => void;
}

/** The explanation of an issue, with buttons that show its span and its evidence. */
export function IssueDetail({ issue, evidence, onShow, onEvidence }: IssueDetailProps) {
  const { label, explanation, text, confidence, tool_name, parameter_name } = issue.annotation;
  return (
    <section className={styles.detail} aria-label={`Issue ${issue.number}`} aria-live="polite">
      <p className={styles.labels}>
        <LabelBadge label={label} />
        {confidence !== null && <span className={styles.fact}>Confidence {formatShare(confidence)}</span>}
      </p>
      <blockquote className={styles.span} dir="auto">
        {text}
      </blockquote>
      {tool_name !== null && (
        <p className={styles.fact}>
          Tool call <code>{tool_name}</code>
          {parameter_name !== null && (
            <>
              , parameter <code>{parameter_name}</code>
            </>
          )}
        </p>
      )}
      <p dir="auto">{explanation}</p>
      <div className={styles.ways}>
        <Button onPress={onShow}>Show span</Button>
        <Button onPress={onEvidence}>
          <JumpIcon />
          {evidence === null || evidence.places.length < 2 ? 'Show evidence' : 'Next evidence'}
        </Button>
      </div>
      {evidence !== null && (
        <p className={styles.fact}>{describeEvidence(evidence.places, evidence.shown)}</p>
      )}
    </section>
  );
}

function describeEvidence(places: readonly EvidencePlace[], shown: number): string {
  const place = places[shown];
  if (place === undefined) return 'No related text in the earlier messages.';
  const which = places.length > 1 ? ` (${shown + 1} of ${places.length})` : '';
  return place.kind === 'quoted'
    ? `The explanation quotes the framed text${which}.`
    : 'The framed sentence is the most similar one in the earlier messages.';
}
