import type { z } from 'zod';
import type { SentVerdict } from '../../../packages/formats';
import { cutText } from '../../../packages/text';
import { findingListSchema, type findingSchema } from '../../conversations/findings/finding.schema';
import { type listedMessageSchema, messageListSchema } from '../../conversations/wire/message-list.schema';
import { evaluatorListSchema } from '../../evaluation/evaluators/evaluator.schema';
import type { ApiClient } from '../../platform/api-client/api-client';

/** Verdicts with the cursor of what follows them; null at the end. */
export interface VerdictPage {
  verdicts: SentVerdict[];
  nextCursor: string | null;
}

type Message = z.output<typeof listedMessageSchema>;
type Finding = z.output<typeof findingSchema>;

const PAGE_SIZE = 100;
const MAX_EXPLANATION = 4000;

export interface VerdictQuery {
  filter: string | null;
  /** Where a previous export stopped. */
  cursor: string | null;
}

interface Source {
  client: ApiClient;
  signal: AbortSignal;
}

/** Reads the verdicts about messages that a filter selects, newest message first. */
export async function* readVerdicts(
  client: ApiClient,
  { filter, cursor }: VerdictQuery,
  signal: AbortSignal,
): AsyncGenerator<VerdictPage> {
  const source = { client, signal };
  const evaluators = await readEvaluators(source);
  const judged = filter === null ? 'verdict = completed' : `verdict = completed AND (${filter})`;
  for await (const page of pages(source, '/v1/messages', messageListSchema, { filter: judged }, cursor))
    yield { verdicts: await toVerdicts(source, evaluators, page.items), nextCursor: page.next_page_cursor };
}

async function readEvaluators(source: Source): Promise<Map<string, SentVerdict['evaluator']>> {
  const found = new Map<string, SentVerdict['evaluator']>();
  for await (const page of pages(source, '/v1/evaluators', evaluatorListSchema))
    for (const { id, name, kind } of page.items) found.set(id, { id, name, kind });
  return found;
}

async function toVerdicts(
  source: Source,
  evaluators: ReadonlyMap<string, SentVerdict['evaluator']>,
  messages: Message[],
): Promise<SentVerdict[]> {
  const findings = new Map<string, Finding[]>();
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

  async function findingsOf(conversationId: string): Promise<Finding[]> {
    const known = findings.get(conversationId);
    if (known !== undefined) return known;
    const found = await readFindings(source, conversationId);
    findings.set(conversationId, found);
    return found;
  }
}

async function readFindings(source: Source, conversationId: string): Promise<Finding[]> {
  const found: Finding[] = [];
  const query = { filter: `conversation_id = ${conversationId}` };
  for await (const page of pages(source, '/v1/findings', findingListSchema, query)) found.push(...page.items);
  return found;
}

async function* pages<Page extends { next_page_cursor: string | null }>(
  { client, signal }: Source,
  path: string,
  schema: z.ZodType<Page>,
  query: Record<string, string> = {},
  from: string | null = null,
): AsyncGenerator<Page> {
  let after = from;
  do {
    const asked = { ...query, limit: String(PAGE_SIZE), ...(after !== null && { cursor: after }) };
    const sent = `${path}?${new URLSearchParams(asked)}`;
    const page = schema.parse(await client.send({ method: 'GET', path: sent, signal }));
    yield page;
    after = page.next_page_cursor;
  } while (after !== null);
}

/** Replies of traces and imported spans have `<trace>/<span>` as their external id. */
function spanOf(externalId: string | null): SentVerdict['span'] {
  const [, traceId, spanId] = /^([^/]+)\/([^/]+)$/.exec(externalId ?? '') ?? [];
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId };
}

function explain(findings: Finding[]): string {
  const lines = findings.map(({ label, text, explanation }) => `${label}: "${text}". ${explanation}`);
  return cutText(lines.join('\n'), MAX_EXPLANATION);
}
