import { useMemo } from 'react';
import { partText } from '../../../../../packages/text';
import type { Message } from '../../../api/types';
import { getPartTitle } from '../../../text/part-text';
import { SpanText } from '../../../ui/span-text';
import styles from './review.module.css';
import type { Entry } from './review-draft';
import type { Editing } from './span-editing';

interface ReplyTextProps {
  reply: Message;
  entries: readonly Entry[];
  selectedId: string | null;
  editing: Editing | null;
  onSelect: (entryId: string) => void;
}

/** The parts of the reply as they were sent, with the spans as the reviewer has corrected them. */
export function ReplyText({ reply, entries, selectedId, editing, onSelect }: ReplyTextProps) {
  const marks = useMemo(
    () => entries.filter(({ id }) => id !== editing?.entryId).map(toMark),
    [entries, editing],
  );
  return reply.parts.map((part, index) => {
    const text = partText(part);
    const title = getPartTitle(part);
    const own = marks.filter((mark) => mark.part === index);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a stored message never change.
      <div key={index} className={styles.part} data-kind={part.type}>
        {title !== null && <h3 className={styles.partTitle}>{title}</h3>}
        {text === null ? (
          <p>{part.type}</p>
        ) : (
          <div data-part={index}>
            <SpanText
              text={text}
              annotations={own}
              place={editing?.partIndex === index ? editing.span : null}
              selected={own.find(({ id }) => id === selectedId) ?? null}
              onSelect={({ id }) => onSelect(id)}
            />
          </div>
        )}
      </div>
    );
  });
}

function toMark(entry: Entry) {
  const { start_offset, end_offset, label } = entry.span;
  return {
    id: entry.id,
    part: entry.kind === 'finding' ? entry.finding.message_part_index : entry.missed.message_part_index,
    start_offset,
    end_offset,
    label,
    explanation: entry.kind === 'finding' ? entry.finding.explanation : 'Marked by you',
    confidence: entry.kind === 'finding' ? entry.finding.confidence : null,
  };
}
