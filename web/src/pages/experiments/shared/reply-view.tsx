import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { partText } from '../../../../../packages/text';
import type { Annotation, MessagePart } from '../../../api/types';
import type { TextAnnotation } from '../../../text/annotations';
import { layOutJson } from '../../../text/json-layout';
import type { Span } from '../../../text/segments';
import { describeVerdict, pluralize } from '../../../text/wording';
import { Badge } from '../../../ui/badge';
import { SpanText } from '../../../ui/span-text';
import styles from './reply-view.module.css';

type ReplyAnnotation = Annotation & Pick<TextAnnotation, 'hue'>;

interface ReplyViewProps {
  title: string;
  /** As the API returns them; null without a reply. */
  parts: readonly { type: string }[] | null;
  model: string | null;
  /** Null until it is evaluated. */
  annotations: readonly ReplyAnnotation[] | null;
  /** A span to frame and scroll to. */
  place?: (Span & { message_part_index: number }) | null;
  verdict?: 'completed' | 'no_verdict' | 'not_judgeable' | null;
  /** Why it has no verdict or is not judgeable. */
  verdictReason?: string | null;
  /** Shown without a reply. */
  missing: string;
  /** Shown below the reply. */
  children?: ReactNode;
}

/** A reply with its flagged spans. */
export function ReplyView({
  title,
  parts,
  model,
  annotations,
  place = null,
  verdict = null,
  verdictReason = null,
  missing,
  children,
}: ReplyViewProps) {
  const section = useRef<HTMLElement>(null);
  const isPlaced = place !== null;
  useEffect(() => {
    if (isPlaced) section.current?.querySelector('[data-place]')?.scrollIntoView({ block: 'center' });
  }, [isPlaced]);
  return (
    <section className={styles.reply} ref={section}>
      <header className={styles.replyHead}>
        <h3>{title}</h3>
        {model !== null && <span>{model}</span>}
        {(verdict === 'no_verdict' || verdict === 'not_judgeable') && (
          <Badge tone="warn">{describeVerdict(verdict, verdictReason)}</Badge>
        )}
        {annotations !== null && (
          <Badge tone={annotations.length === 0 ? 'good' : 'warn'}>
            {pluralize(annotations.length, 'issue')}
          </Badge>
        )}
        {annotations === null && verdict === null && parts !== null && <Badge>Not evaluated</Badge>}
      </header>
      {parts === null ? (
        <p className={styles.missing}>{missing}</p>
      ) : (
        (parts as readonly MessagePart[]).map((part, index) => (
          <Part
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a stored message never change.
            key={index}
            part={part}
            annotations={annotations ?? none}
            place={place?.message_part_index === index ? place : null}
            index={index}
          />
        ))
      )}
      {children}
    </section>
  );
}

const none: readonly ReplyAnnotation[] = [];

function Part({
  part,
  annotations,
  place,
  index,
}: {
  part: MessagePart;
  annotations: readonly ReplyAnnotation[];
  place: Span | null;
  index: number;
}) {
  const own = useMemo(
    () => annotations.filter(({ message_part_index: place }) => place === index),
    [annotations, index],
  );
  const text = partText(part);
  const isJson = useMemo(() => part.type === 'tool_call' && layOutJson(part.arguments) !== null, [part]);
  if (text === null) return <p className={styles.missing}>{part.type}</p>;
  return (
    <div className={styles.part} data-kind={part.type}>
      {part.type === 'tool_call' && <h4>Tool call: {part.name}</h4>}
      {part.type === 'reasoning' && <h4>Reasoning</h4>}
      <SpanText text={text} annotations={own} place={place} isJson={isJson} />
    </div>
  );
}
