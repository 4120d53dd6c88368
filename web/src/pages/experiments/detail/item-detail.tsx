import type { Annotation, Experiment, ExperimentItemDetail } from '../../../api/types';
import type { readSpan } from '../../../text/finding-links';
import { formatCount, formatDuration, formatTokens } from '../../../text/numbers';
import { humanize, pluralize } from '../../../text/wording';
import { LabelBadge } from '../../../ui/label-badge';
import { Notice } from '../../../ui/notice';
import { ParameterName } from '../../../ui/parameter-name';
import { Status } from '../../../ui/status';
import { describeCosts } from '../shared/costs';
import { hasEnded } from '../shared/item-queries';
import { ReplyView } from '../shared/reply-view';
import styles from './experiment.module.css';

interface ItemDetailProps {
  experiment: Experiment;
  item: ExperimentItemDetail;
  /** A span of the new reply, which is framed and scrolled to. */
  span: ReturnType<typeof readSpan>;
}

/** The original reply next to the new one, both with their findings. */
export function ItemDetail({ experiment, item, span }: ItemDetailProps) {
  const { reply, baseline_reply: baseline, error, queued_reason: reason, schema_errors: schemaErrors } = item;
  return (
    <>
      <p className={styles.facts}>
        <Status status={item.status} />
        <span>{pluralize(item.attempts, 'try', 'tries')}</span>
        {item.replayed_message_index !== null && (
          <span>Replays message {formatCount(item.replayed_message_index + 1)} of the conversation</span>
        )}
        {item.latency_ms !== null && <span>{formatDuration(item.latency_ms)}</span>}
        {item.input_tokens !== null && <span>{formatTokens(item.input_tokens)} in</span>}
        {item.output_tokens !== null && <span>{formatTokens(item.output_tokens)} out</span>}
        {item.cost_cents !== 0 && <span>{describeCosts(item)}</span>}
        <span>
          {item.evaluations_received} of {pluralize(item.evaluations_expected, 'evaluation')}
        </span>
      </p>
      {error !== null && (
        <Notice tone="danger">
          <p>
            <strong>{humanize(error.code)}</strong>: {error.message}
          </p>
        </Notice>
      )}
      {reason !== null && (
        <Notice>
          <p>
            Waiting for the next try. <strong>{humanize(reason.code)}</strong>: {reason.message}
          </p>
        </Notice>
      )}
      {schemaErrors !== null && schemaErrors.length > 0 && (
        <Notice tone="warn">
          <p>The new reply does not match the output schema:</p>
          <ul>
            {schemaErrors.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {path !== '' && <code>{path}</code>} {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div className={styles.replies}>
        <ReplyView
          title="Original reply"
          parts={baseline?.parts ?? null}
          model={baseline?.model ?? null}
          annotations={item.baseline_annotations}
          missing="No original reply. It may have been deleted."
        >
          <FindingList annotations={item.baseline_annotations} />
        </ReplyView>
        <ReplyView
          title={experiment.pass_through ? 'Same reply, new evaluation' : 'New reply'}
          parts={reply?.parts ?? null}
          model={reply?.model ?? null}
          annotations={item.annotations}
          place={span}
          verdict={item.verdict}
          verdictReason={item.verdict_reason}
          missing={hasEnded(item) ? 'No reply.' : 'Waiting for a reply.'}
        >
          <FindingList annotations={item.annotations} />
        </ReplyView>
      </div>
    </>
  );
}

/** The findings in a reply with their explanations. */
function FindingList({ annotations }: { annotations: readonly Annotation[] | null }) {
  if (annotations === null || annotations.length === 0) return null;
  return (
    <ul className={styles.findings}>
      {annotations.map((annotation) => (
        <li key={`${annotation.message_part_index}-${annotation.start_offset}-${annotation.label}`}>
          <LabelBadge label={annotation.label} />{' '}
          {annotation.parameter_name !== null && (
            <code>
              <ParameterName path={annotation.parameter_name} />{' '}
            </code>
          )}
          <q className={styles.quote} dir="auto">
            {annotation.text}
          </q>
          <span dir="auto">{annotation.explanation}</span>
        </li>
      ))}
    </ul>
  );
}
