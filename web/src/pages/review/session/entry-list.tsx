import { partText, utf16Converter } from '../../../../../packages/text';
import type { Finding, Message } from '../../../api/types';
import { Badge, type Tone } from '../../../ui/badge';
import { LabelBadge } from '../../../ui/label-badge';
import { ParameterName } from '../../../ui/parameter-name';
import styles from './review.module.css';
import type { Entry } from './review-draft';

interface EntryListProps {
  entries: readonly Entry[];
  selectedId: string | null;
  /** The conversation, for quotes of the evidence. */
  messages: readonly Message[];
  onSelect: (entryId: string) => void;
}

/** The findings of the reply and the spans that the reviewer marked, with the decisions. */
export function EntryList({ entries, selectedId, messages, onSelect }: EntryListProps) {
  return (
    <ol className={styles.entries} aria-label="Findings">
      {entries.map((entry) => (
        <li key={entry.id}>
          <button
            type="button"
            className={styles.entry}
            aria-current={entry.id === selectedId}
            onClick={() => onSelect(entry.id)}
          >
            <span className={styles.entryHead}>
              <LabelBadge label={entry.span.label} />
              <DecisionBadge entry={entry} />
            </span>
            <span className={styles.quote} dir="auto">
              {entry.kind === 'finding' ? entry.finding.text : entry.missed.text}
            </span>
          </button>
          {entry.id === selectedId && entry.kind === 'finding' && (
            <FindingFacts finding={entry.finding} messages={messages} />
          )}
        </li>
      ))}
    </ol>
  );
}

function DecisionBadge({ entry }: { entry: Entry }) {
  const { text, tone } = describeDecision(entry);
  return <Badge tone={tone}>{text}</Badge>;
}

export function describeDecision(entry: Entry): { text: string; tone: Tone } {
  if (entry.kind === 'missed') return { text: 'Missed by evaluators', tone: 'accent' };
  if (entry.decision === null) return { text: 'Undecided', tone: 'neutral' };
  if (entry.decision.verdict === 'rejected') return { text: 'Rejected', tone: 'danger' };
  return { text: entry.decision.correction === null ? 'Confirmed' : 'Corrected', tone: 'good' };
}

function FindingFacts({ finding, messages }: { finding: Finding; messages: readonly Message[] }) {
  const { tool_name: tool, parameter_name: parameter, explanation } = finding;
  const quotes = finding.evidence
    .map((place) => quoteEvidence(messages, place))
    .filter((quote) => quote !== null);
  return (
    <div className={styles.entryFacts}>
      {tool !== null && (
        <p>
          Tool call <code>{tool}</code>
          {parameter !== null && (
            <>
              , parameter{' '}
              <code>
                <ParameterName path={parameter} />
              </code>
            </>
          )}
        </p>
      )}
      {explanation !== '' && <p dir="auto">{explanation}</p>}
      {quotes.length > 0 && (
        <p className={styles.quotes}>
          Evidence:{' '}
          {quotes.map((quote) => (
            <q key={quote} dir="auto">
              {quote}
            </q>
          ))}
        </p>
      )}
    </div>
  );
}

const MAX_QUOTE = 300;

function quoteEvidence(messages: readonly Message[], place: Finding['evidence'][number]): string | null {
  const part = messages[place.message_index]?.parts[place.message_part_index];
  const text = part === undefined ? null : partText(part);
  if (text === null) return null;
  const toUtf16 = utf16Converter(text);
  const quote = text.slice(toUtf16(place.start_offset), toUtf16(place.end_offset));
  if (quote === '') return null;
  return quote.length > MAX_QUOTE ? `${quote.slice(0, MAX_QUOTE)}…` : quote;
}
