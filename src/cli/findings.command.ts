import { isColorSupported } from 'picocolors';
import type { AssayClient, FindingDetail, ListedFinding, Message } from '../../packages/client';
import { describeFinding } from './findings/describe-finding';
import { type ServiceCommand, withService } from './shared/connection/with-service';
import { printResult } from './shared/output/output';
import { type Column, printList } from './shared/output/print-list';
import { shorten } from './shared/shorten';
import { formatNumber } from './shared/wording';

const MAX_TEXT = 60;

const columns: readonly Column<ListedFinding>[] = [
  { name: 'id', read: ({ id }) => id },
  { name: 'label', read: ({ label }) => label },
  { name: 'text', read: ({ text }) => shorten(text, MAX_TEXT) },
  { name: 'confidence', read: ({ confidence }) => formatNumber(confidence, 2), isNumber: true },
  { name: 'review', read: ({ review }) => review ?? '–' },
  { name: 'model', read: ({ model }) => model ?? '–' },
  { name: 'conversation', read: (finding) => finding.conversation_id },
];

/** `assay findings list`: prints findings, newest message first. @throws as `withService` */
export function runListFindings(command: ServiceCommand & { limit: number; filter?: string }): Promise<void> {
  return withService(command, ({ client }) =>
    printList(client.findings.list({ filter: command.filter }), columns, command),
  );
}

/**
 * `assay findings show`: prints a finding, what each evaluator reports of it, and the texts of the evidence. With `json`
 * it has locations of the evidence only, as the API.
 * @throws as `withService`
 */
export function runShowFinding(id: string, command: ServiceCommand): Promise<void> {
  const { json: isJson = false, output } = command;
  return withService(command, async ({ client }) => {
    const finding = await client.findings.get(id);
    const messages = isJson ? [] : await readMessages(client, finding);
    const isColored = output.isTTY === true && isColorSupported;
    printResult(finding, command, () => describeFinding(finding, messages, isColored));
  });
}

/** The messages of the conversation, up to the last one that the finding refers to. */
async function readMessages(client: AssayClient, finding: FindingDetail): Promise<Message[]> {
  const indexes = finding.reports.flatMap(({ evidence }) =>
    evidence.map((location) => location.message_index),
  );
  const messages: Message[] = [];
  let cursor: string | null = null;
  do {
    const page = await client.conversations.get(finding.conversation_id, { cursor });
    messages.push(...page.messages);
    cursor = page.next_page_cursor;
  } while (cursor !== null && messages.length <= Math.max(...indexes));
  return messages;
}
