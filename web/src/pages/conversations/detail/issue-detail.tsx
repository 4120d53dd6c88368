import { formatConfidence } from '../../../text/numbers';
import { Button } from '../../../ui/button';
import { JumpIcon } from '../../../ui/icons';
import { LabelBadge } from '../../../ui/label-badge';
import { ParameterName } from '../../../ui/parameter-name';
import type { Issue } from '../../../workspace/transcript/issues';
import { confidenceHelp, WORD_THRESHOLD } from './confidence';
import styles from './issue-panel.module.css';

/** The evidence of the selected issue that is framed. */
export interface ShownEvidence {
  index: number;
  /** False if it is beyond the shown text of a truncated message. */
  isShown: boolean;
}

interface IssueDetailProps {
  issue: Issue;
  evidence: ShownEvidence | null;
  onShow: () => void;
  onEvidence: () => void;
}

/** The explanation of an issue, with buttons that show its span and its evidence. */
export function IssueDetail({ issue, evidence, onShow, onEvidence }: IssueDetailProps) {
  const { label, explanation, text, confidence, tool_name, parameter_name } = issue.annotation;
  const { length: count } = issue.annotation.evidence;
  return (
    <section className={styles.detail} aria-label={`Issue ${issue.number}`} aria-live="polite">
      <p className={styles.labels}>
        <LabelBadge label={label} />
        {confidence !== null && (
          <span className={styles.fact}>
            Confidence {formatConfidence(confidence)} (threshold for words {WORD_THRESHOLD})
          </span>
        )}
      </p>
      {confidence !== null && (
        <details className={styles.help}>
          <summary>What the confidence means</summary>
          <p>{confidenceHelp}</p>
        </details>
      )}
      <blockquote className={styles.span} dir="auto">
        {text}
      </blockquote>
      {tool_name !== null && (
        <p className={styles.fact}>
          Tool call <code>{tool_name}</code>
          {parameter_name !== null && (
            <>
              , parameter{' '}
              <code>
                <ParameterName path={parameter_name} />
              </code>
            </>
          )}
        </p>
      )}
      <p dir="auto">{explanation}</p>
      <div className={styles.ways}>
        <Button onPress={onShow}>Show span</Button>
        {count > 0 && (
          <Button onPress={onEvidence}>
            <JumpIcon />
            {evidence === null || count === 1 ? 'Show evidence' : 'Next evidence'}
          </Button>
        )}
      </div>
      {evidence !== null && <p className={styles.fact}>{describeEvidence(evidence, count)}</p>}
    </section>
  );
}

function describeEvidence({ index, isShown }: ShownEvidence, count: number): string {
  const which = count === 1 ? 'The evidence' : `Evidence ${index + 1} of ${count}`;
  return isShown
    ? `${which} is framed.`
    : `${which} is in the truncated part of a message. Show the full message to see it.`;
}
