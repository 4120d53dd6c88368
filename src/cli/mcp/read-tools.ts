import { z } from 'zod';
import { type AssayClient, type ListedFinding, type Message, NotFoundError } from '../../../packages/client';
import { quoteMessages } from '../shared/quote';
import { MAX_CHARACTERS, readConversation } from './read-conversation';
import { defineTool, type Tool } from './tool';

const MAX_FINDINGS = 20;
const id = z.uuid();
const position = z.int().min(0).default(0);
const cursor = z.string().optional().describe('`next_cursor` of the previous result');

/** What every key may read. */
export const readTools: readonly Tool[] = [
  defineTool({
    name: 'search_findings',
    description:
      'Lists what models invented in stored conversations, newest first: the invented text, why it is unsupported, and ' +
      'the evidence that it was compared with.',
    input: {
      filter: z
        .string()
        .optional()
        .describe('For example `label = "fabrication" AND model = "gpt-5"`, or `text ~ "refund"`'),
      limit: z.int().min(1).max(MAX_FINDINGS).default(10),
      cursor,
    },
    call: async ({ filter, limit, cursor }, client, signal) => {
      const page = await client.request('GET /v1/findings', { query: { filter, limit, cursor } }, { signal });
      const findings = await withEvidence(client, page.items, signal);
      return { findings, next_cursor: page.next_page_cursor };
    },
  }),
  defineTool({
    name: 'read_conversation',
    description:
      'Reads a stored conversation: its messages, each with the verdicts on it. A result has at most ' +
      `${MAX_CHARACTERS.toLocaleString('en')} characters; \`next\` is the input for the next part.`,
    input: {
      conversation_id: id,
      cursor: z.string().nullable().default(null).describe('Of `next`: the page with the first message'),
      from_message: position.describe('Position of the first message to read'),
      from_character: position.describe(
        'Where to begin in the JSON of that message, if it is too long for a result',
      ),
    },
    call: ({ conversation_id, ...position }, client, signal) =>
      readConversation(client, conversation_id, position, signal),
  }),
  defineTool({
    name: 'list_experiments',
    description:
      'Lists experiments, newest first: stored conversations that another model or prompt replied to.',
    input: { limit: z.int().min(1).max(50).default(10), cursor },
    call: ({ limit, cursor }, client, signal) =>
      client.request(
        'GET /v1/experiments',
        { query: { limit, cursor, omit: 'conversation_ids' } },
        { signal },
      ),
  }),
  defineTool({
    name: 'compare_experiments',
    description:
      'Compares the replies of an experiment with the original ones, or with those of another experiment: the difference ' +
      'of each metric with its interval and test. A difference whose interval contains 0 is not shown to be one.',
    input: { experiment_id: id, other_id: id.optional().describe('Without it, the original replies') },
    call: ({ experiment_id, other_id }, client, signal) =>
      other_id === undefined
        ? client.experiments.baselineComparison(experiment_id, { signal })
        : client.experiments.compare(experiment_id, other_id, {}, { signal }),
  }),
  defineTool({
    name: 'accuracy',
    description:
      'How often an evaluator is right, by a sample that people reviewed, with the issue rates that this sample corrects. ' +
      'Needs one of the ids; without both, it lists the review queues.',
    input: {
      queue_id: id.optional().describe('A review queue with a sample'),
      experiment_id: id.optional().describe('An experiment whose replies the sample has'),
    },
    call: (query, client, signal) =>
      query.queue_id === undefined && query.experiment_id === undefined
        ? client.request('GET /v1/review-queues', {}, { signal })
        : client.request('GET /v1/accuracy', { query }, { signal }),
  }),
];

/** The finding was listed before its conversation was deleted. */
function emptyIfDeleted(error: unknown): Message[] {
  if (error instanceof NotFoundError) return [];
  throw error;
}

async function withEvidence(client: AssayClient, findings: readonly ListedFinding[], signal: AbortSignal) {
  const ids = [...new Set(findings.map(({ conversation_id: of }) => of))];
  const read = ids.map(async (of): Promise<[string, Message[]]> => {
    const reading = client.conversations.get(of, { omit: 'evaluations' }, { signal });
    return [of, await reading.then(({ messages }) => messages, emptyIfDeleted)];
  });
  const conversations = new Map(await Promise.all(read));
  return findings.map(({ evidence, ...finding }) => ({
    ...finding,
    evidence: evidence.map((place) => ({
      ...place,
      text: quoteMessages(conversations.get(finding.conversation_id) ?? [], place),
    })),
  }));
}
