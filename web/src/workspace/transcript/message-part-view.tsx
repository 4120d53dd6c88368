import { useMemo, useState } from 'react';
import type { EvidenceLocation, MessagePart } from '../../api/types';
import { layOutJson } from '../../text/json-layout';
import { getPartText, getPartTitle, isMachineReadable } from '../../text/part-text';
import { Button } from '../../ui/button';
import { SpanText } from '../../ui/span-text';
import type { Issue } from './issues';
import { MediaPart } from './media-part';
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
  const text = getPartText(part);
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
