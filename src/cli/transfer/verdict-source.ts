import type { AssayClient, ListedFinding, ListedMessage } from '../../../packages/client';
import type { SentVerdict } from '../../../packages/formats';
import { cutText } from '../../../packages/text';

/** Verdicts with the cursor of what follows them; null at the end. */
export interface VerdictPage {
  verdicts: SentVerdict[];
  nextCursor: string | null;
}

const MAX_EXPLANATION = 4000;

export interface VerdictQuery {
  filter: string | null;
  /** Where a previous export stopped. */
  cursor: string | null;
}

interface Source {
  client: AssayClient;
  signal: AbortSignal;
}

/** Reads the verdicts about messages that a filter selects, newest message first. */
export async function* readVerdicts(
  client: AssayClient,
  { filter, cursor }: VerdictQuery,
  signal: AbortSignal,
): AsyncGenerator<VerdictPage> {
  const source = { client, signal };
  const evaluators = await readEvaluators(source);
  const judged = filter === null ? 'verdict = completed' : `verdict = completed AND (${filter})`;
  const messages = client.list('GET /v1/messages', { query: { filter: judged, cursor } }, { signal });
  for await (const page of messages.pages())
    yield { verdicts: await toVerdicts(source, evaluators, page.items), nextCursor: page.next_page_cursor };
}

async function readEvaluators({ client, signal }: Source): Promise<Map<string, SentVerdict['evaluator']>> {
  const found = new Map<string, SentVerdict['evaluator']>();
  for await (const { id, name, kind } of client.list('GET /v1/evaluators', {}, { signal }))
    found.set(id, { id, name, kind });
  return found;
}

async function toVerdicts(
  { client, signal }: Source,
  evaluators: ReadonlyMap<string, SentVerdict['evaluator']>,
  messages: ListedMessage[],
): Promise<SentVerdict[]> {
  const findings = new Map<string, ListedFinding[]>();
  const verdicts: SentVerdict[] = [];
  for (const message of messages) {
    for (const verdict of message.verdicts) {
      if (verdict.status !== 'completed') continue;
      const { evaluator_id: evaluatorId, evaluation_id: evaluationId } = verdict;
      const issueCount = verdict.issue_count ?? 0;
      const ofConversation = issueCount === 0 ? [] : await findingsOf(message.conversation_id);
      verdicts.push({
        id: `assay/${message.id}/${evaluatorId}`,
        evaluationId,
        judgedAt: verdict.created_at,
        evaluator: evaluators.get(evaluatorId) ?? { id: evaluatorId, name: 'deleted', kind: 'llm_judge' },
        conversationId: message.conversation_id,
        messageId: message.id,
        span: spanOf(message.external_id),
        issueCount,
        labels: [...new Set(verdict.labels)],
        explanation: explain(ofConversation.filter((finding) => finding.evaluation_id === evaluationId)),
      });
    }
  }
  return verdicts;

  async function findingsOf(conversationId: string): Promise<ListedFinding[]> {
    const known = findings.get(conversationId);
    if (known !== undefined) return known;
    const query = { filter: `conversation_id = ${conversationId}` };
    const found = await client.findings.list(query, { signal }).toArray();
    findings.set(conversationId, found);
    return found;
  }
}

/** Replies of traces and imported spans have `<trace>/<span>` as their external id. */
function spanOf(externalId: string | null): SentVerdict['span'] {
  const [, traceId, spanId] = /^([^/]+)\/([^/]+)$/.exec(externalId ?? '') ?? [];
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId };
}

function explain(findings: ListedFinding[]): string {
  const lines = findings.map(({ label, text, explanation }) => `${label}: "${text}". ${explanation}`);
  return cutText(lines.join('\n'), MAX_EXPLANATION);
}
