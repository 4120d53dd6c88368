import { useMemo, useState } from 'react';
import { partText } from '../../../../packages/text';
import type { EvidenceLocation, MessagePart } from '../../api/types';
import { layOutJson } from '../../text/json-layout';
import { getPartTitle, isMachineReadable } from '../../text/part-text';
import { Button } from '../../ui/button';
import { SpanText } from '../../ui/span-text';
import type { Issue } from './issues';
import styles from './transcript.module.css';

interface MessagePartProps {
  part: MessagePart;
  /** Issues of this part. */
  issues: readonly Issue[];
  selected: Issue | null;
  place: EvidenceLocation | null;
  onSelect: (issue: Issue) => void;
}

/** A part of a message with its flagged spans, rendered by its type. */
export function MessagePartView({ part, issues, selected, place, onSelect }: MessagePartProps) {
  const text = partText(part);
  const annotations = useMemo(() => issues.map(({ annotation }) => annotation), [issues]);
  const canBeLaidOut = useMemo(
    () => isMachineReadable(part) && layOutJson(text ?? '') !== null,
    [part, text],
  );
  const [isAsSent, setAsSent] = useState(false);
  if (text === null) return <MediaPart part={part} />;
  const title = getPartTitle(part);
  return (
    <div className={styles.part} data-kind={part.type}>
      {title !== null && (
        <div className={styles.partHead}>
          <h3>{title}</h3>
          {canBeLaidOut && (
            <Button variant="quiet" aria-pressed={isAsSent} onPress={() => setAsSent(!isAsSent)}>
              Raw
            </Button>
          )}
        </div>
      )}
      <SpanText
        text={text}
        annotations={annotations}
        place={place}
        isJson={canBeLaidOut && !isAsSent}
        selected={selected?.annotation ?? null}
        onSelect={(annotation) => {
          const issue = issues.find((it) => it.annotation === annotation);
          if (issue !== undefined) onSelect(issue);
        }}
      />
    </div>
  );
}

/** Image formats that cannot contain scripts. */
const imageTypes = /^image\/(png|jpeg|gif|webp)$/;

/** A part without text. Inline images are shown, everything else is described. Nothing is fetched. */
function MediaPart({ part }: { part: MessagePart }) {
  if (part.type === 'blob' && part.mime_type !== null && imageTypes.test(part.mime_type)) {
    return (
      <img className={styles.image} src={`data:${part.mime_type};base64,${part.content}`} alt="Attachment" />
    );
  }
  return <p className={styles.media}>{describe(part)}</p>;
}

function describe(part: MessagePart): string {
  if (part.type === 'blob') {
    const bytes = Math.floor((part.content.length * 3) / 4);
    return `${part.modality}, ${part.mime_type ?? 'unknown type'}, ${bytes.toLocaleString('en')} bytes`;
  }
  if (part.type === 'uri') return `${part.modality} at ${part.uri}`;
  return part.type === 'file' ? `file ${part.file_id}` : '';
}
