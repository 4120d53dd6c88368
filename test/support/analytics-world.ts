import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type AnalyticsService, createAnalyticsService } from '../../src/analytics/analytics.service';
import { DAY_MS } from '../../src/analytics/interval';
import type { AnalyticsDependencies } from '../../src/analytics/read-parts';
import { rebuildSegments } from '../../src/analytics/rebuild-segments';
import { createRollupRefresher } from '../../src/analytics/rollup-refresher';
import { StoredRollupModel } from '../../src/analytics/stored-rollup.model';
import { StoredSegmentsModel } from '../../src/analytics/stored-segments.model';
import { createInvalidationService } from '../../src/conversations/changed-periods/invalidation.service';
import { createConversationService } from '../../src/conversations/conversation.service';
import type { Evaluation } from '../../src/conversations/evaluations/evaluation';
import { saveEvaluations } from '../../src/conversations/evaluations/evaluation.repository';
import { ConversationModel } from '../../src/conversations/storage/conversation.model';
import { StoredMessageModel } from '../../src/conversations/storage/stored-message.model';
import type { NewMessage } from '../../src/conversations/transcript/conversation';
import { inTransaction } from '../../src/platform/mongo/connection';
import type { Command, MessageSpec } from './analytics-commands';
import type { WrittenMessage } from './analytics-reference';
import { unknownGeneration } from './generation';
import { applyRetention } from './stored-conversations';

const TAG_KEYS = ['team', 'city'];

export const evaluatorIds = [randomUUID(), randomUUID()];

interface WrittenConversation {
  id: string;
  workspaceId: string;
  type: 'import' | 'trace';
  tags: Record<string, string>;
  messages: WrittenMessage[];
  /** Days after which it expires; all are stored on the first day. */
  days: number | null;
  /** Whether the conversation is stored, or only its messages. */
  hasRecord: boolean;
}

/** Two workspaces whose contents are written through the services, and recorded as intended. */
export class AnalyticsWorld {
  readonly workspaceIds = [randomUUID(), randomUUID()] as const;
  private retentionDays: number | null = null;
  private daysPassed = 0;
  private written: WrittenConversation[] = [];
  private readonly sent = new Map<string, NewMessage>();
  private readonly conversations = createConversationService({ retentionOf: async () => this.retentionDays });
  private tagKeys = TAG_KEYS.slice(0, 1);
  private readonly tagKeysOf = async () => this.tagKeys;
  private readonly now = () => new Date(Date.now() + (this.daysPassed + 0.5) * DAY_MS);
  readonly dependencies: AnalyticsDependencies;
  readonly analytics: AnalyticsService;

  /** With a small `maxUndivided`, even a few messages create rollups of every level; with few `maxValues`, a rest. */
  constructor(
    private readonly maxUndivided: number,
    readonly maxValues: number,
  ) {
    this.dependencies = {
      invalidation: createInvalidationService(),
      queryTimeoutMs: 60_000,
      now: () => this.now(),
      maxUndivided,
      maxValues,
      tagKeysOf: this.tagKeysOf,
    };
    this.analytics = createAnalyticsService(this.dependencies);
  }

  /** The messages of a workspace that have not expired, including replies of experiments. */
  messagesOf(workspaceId: string): WrittenMessage[] {
    return this.written
      .filter((conversation) => conversation.workspaceId === workspaceId && !this.hasExpired(conversation))
      .flatMap(({ messages }) => messages);
  }

  async apply(command: Command): Promise<void> {
    switch (command.kind) {
      case 'store':
        return this.store(command);
      case 'grow':
        return this.grow(command);
      case 'evaluate':
        return this.evaluate(command);
      case 'reply':
        return this.reply(command);
      case 'remove':
        return this.remove(command.pick);
      case 'retain':
        return this.retain(command.workspace, command.days);
      case 'keep-new':
        this.retentionDays = command.days;
        return;
      case 'pass-days':
        this.daysPassed += command.days;
        return;
      case 'delete-expired':
        return this.deleteExpired(command.which);
      case 'choose-tags':
        return this.chooseTags(command.keys);
      case 'refresh':
        return this.refresh();
    }
  }

  /** Whether all stored rollups have the segments of the chosen tags, and of no others. */
  async hasChosenTags(): Promise<boolean> {
    const rollups = await StoredRollupModel.find({ workspaceId: { $in: [...this.workspaceIds] } }).lean();
    const segments = await StoredSegmentsModel.find({ workspaceId: { $in: [...this.workspaceIds] } }).lean();
    const ofTags = segments.filter(({ dimension }) => dimension.startsWith('tag:'));
    return (
      rollups.every(({ tagKeys }) => isDeepStrictEqual(tagKeys, this.tagKeys)) &&
      ofTags.every(({ dimension }) => this.tagKeys.includes(dimension.slice('tag:'.length)))
    );
  }

  async refresh(): Promise<void> {
    const { signal } = new AbortController();
    const logger = {
      warn: (_facts: object, message?: string) => {
        throw new Error(message);
      },
    };
    await createRollupRefresher({
      invalidation: createInvalidationService(),
      logger,
      signal,
      maxUndivided: this.maxUndivided,
      maxValues: this.maxValues,
      tagKeysOf: this.tagKeysOf,
    }).refresh(60_000);
  }

  private async store({ workspace, type, tags, messages }: Command & { kind: 'store' }): Promise<void> {
    const conversation: WrittenConversation = {
      id: randomUUID(),
      workspaceId: this.workspaceIds[workspace],
      type,
      tags,
      messages: [],
      days: this.retentionDays,
      hasRecord: true,
    };
    const created = this.write(conversation, messages, conversation.messages);
    const { id, workspaceId } = conversation;
    await this.conversations.createConversations(workspaceId, [
      { conversationId: id, workspaceId, type, tags, messages: created },
    ]);
    this.written.push(conversation);
  }

  /** A trace is stored again, with other messages than before. */
  private async grow({ pick, messages }: Command & { kind: 'grow' }): Promise<void> {
    const conversation = this.pick(pick, ({ type }) => type === 'trace');
    if (conversation === undefined) return;
    // Spans arrive in any order: messages may change with new ones.
    const grown = conversation.messages.filter((message) => pick % 3 !== 0 || isReply(message));
    this.write(conversation, messages, grown);
    const own = grown.filter((message) => !isReply(message));
    const { id, workspaceId, type, tags } = conversation;
    const input = {
      conversationId: id,
      workspaceId,
      type,
      tags,
      messages: own.flatMap((one) => this.sent.get(one.id) ?? []),
    };
    await inTransaction((session) => this.conversations.replaceConversation(input, session));
    // Not before: only stored messages can be judged.
    conversation.messages = grown;
    conversation.days = this.retentionDays;
  }

  private async evaluate(command: Command & { kind: 'evaluate' }): Promise<void> {
    const conversation = this.pick(command.pick);
    const message = conversation?.messages[command.pick % conversation.messages.length];
    if (conversation === undefined || message === undefined) return;
    const annotations = command.ending === 'completed' ? command.annotations : [];
    const evaluation = makeEvaluation(conversation.workspaceId, message, { ...command, annotations });
    await saveEvaluations([evaluation]);
    await this.conversations.recordVerdicts([evaluation]);
    const { id, evaluatorId, createdAt } = evaluation;
    const { ending } = command;
    message.evaluations.push({ id, evaluatorId, createdAt: createdAt.getTime(), ending, annotations });
  }

  private async reply({ pick, message }: Command & { kind: 'reply' }): Promise<void> {
    const conversation = this.pick(pick);
    if (conversation === undefined) return;
    const experimentId = randomUUID();
    const replies: WrittenMessage[] = [];
    const [created] = this.write(conversation, [message], replies, experimentId);
    if (created?.id === undefined) return;
    const { name, parts } = created;
    await this.conversations.saveReply({
      id: created.id,
      workspaceId: conversation.workspaceId,
      conversationId: conversation.id,
      experimentId,
      itemId: randomUUID(),
      sequenceNumber: conversation.messages.length,
      tags: conversation.tags,
      message: { role: 'assistant', name, parts },
      generation: created.generation ?? null,
      createdAt: created.createdAt ?? new Date(),
      expireAt: conversation.days === null ? null : new Date(Date.now() + conversation.days * DAY_MS),
    });
    conversation.messages.push(...replies);
  }

  private async chooseTags(keys: string[]): Promise<void> {
    this.tagKeys = keys;
    await inTransaction(async (session) => {
      for (const workspaceId of this.workspaceIds) await rebuildSegments(workspaceId, session);
    });
  }

  private async remove(pick: number): Promise<void> {
    const conversation = this.pick(pick);
    if (conversation === undefined) return;
    await this.conversations.removeConversation(conversation.workspaceId, conversation.id);
    this.written = this.written.filter((other) => other !== conversation);
  }

  private async retain(workspace: 0 | 1, days: number | null): Promise<void> {
    this.retentionDays = days;
    await applyRetention(this.workspaceIds[workspace], days);
    for (const conversation of this.written) {
      if (conversation.workspaceId === this.workspaceIds[workspace]) conversation.days = days;
    }
  }

  /** MongoDB's own deletion: at an unknown time, different for each collection. */
  private async deleteExpired(which: 'messages' | 'conversations'): Promise<void> {
    const filter = {
      workspaceId: { $in: [...this.workspaceIds] },
      expireAt: { $ne: null, $lte: this.now() },
    };
    if (which === 'messages') {
      await StoredMessageModel.deleteMany(filter);
      this.written = this.written.filter((conversation) => !this.hasExpired(conversation));
    } else {
      await ConversationModel.deleteMany(filter);
      for (const conversation of this.written)
        if (this.hasExpired(conversation)) conversation.hasRecord = false;
    }
  }

  private hasExpired({ days }: WrittenConversation): boolean {
    return days !== null && days <= this.daysPassed;
  }

  private pick(
    index: number,
    isMeant: (conversation: WrittenConversation) => boolean = () => true,
  ): WrittenConversation | undefined {
    const stored = this.written.filter((one) => one.hasRecord && isMeant(one));
    return stored[index % stored.length];
  }

  /** Records messages in `into`, and returns them in the form that the service accepts. */
  private write(
    conversation: WrittenConversation,
    specs: readonly MessageSpec[],
    into: WrittenMessage[],
    experimentId: string | null = null,
  ): NewMessage[] {
    return specs.map((spec) => {
      const id = randomUUID();
      into.push({
        id,
        conversationId: conversation.id,
        conversationType: experimentId === null ? conversation.type : 'experiment',
        experimentId,
        createdAt: spec.createdAt,
        role: spec.role,
        model: spec.role === 'assistant' ? spec.model : null,
        tags: conversation.tags,
        calls: spec.role === 'assistant' ? spec.calls : [],
        firstCallPart: 1,
        results: spec.role === 'tool' ? [{ tool: spec.tool, isFailed: spec.result.isFailed }] : [],
        evaluations: [],
      });
      const message = toNewMessage(id, spec);
      this.sent.set(id, message);
      return message;
    });
  }
}

const isReply = ({ experimentId }: WrittenMessage) => experimentId !== null;

function toNewMessage(id: string, spec: MessageSpec): NewMessage {
  const common = { id, createdAt: new Date(spec.createdAt) };
  if (spec.role === 'user') {
    return { ...common, role: 'user', name: null, parts: [{ type: 'text', content: 'Where is it?' }] };
  }
  if (spec.role === 'tool') {
    const { response, isError } = spec.result;
    const parts = [{ type: 'tool_call_response' as const, id: null, response }];
    return { ...common, role: 'tool', name: spec.tool, isError, parts };
  }
  const calls = spec.calls.map((name) => ({ type: 'tool_call' as const, id: null, name, arguments: '{}' }));
  return {
    ...common,
    role: 'assistant',
    name: null,
    parts: [{ type: 'text', content: 'I will look.' }, ...calls],
    generation: spec.model === null ? null : { ...unknownGeneration, model: spec.model },
  };
}

const reasons = { completed: null, no_verdict: 'timeout', not_judgeable: 'no_evidence' } as const;

function makeEvaluation(
  workspaceId: string,
  message: WrittenMessage,
  given: Pick<Command & { kind: 'evaluate' }, 'evaluator' | 'minute' | 'ending' | 'annotations'>,
): Evaluation {
  return {
    id: randomUUID(),
    workspaceId,
    conversationId: message.conversationId,
    messageId: message.id,
    experimentId: message.experimentId,
    itemId: message.experimentId,
    evaluatorId: evaluatorIds[given.evaluator] ?? '',
    evaluatorVersion: 1,
    issueConfigVersion: null,
    expireAt: null,
    status: given.ending,
    reason: reasons[given.ending],
    annotations: given.annotations.map(({ label, partIndex, parameterName }) => ({
      text: '',
      label,
      explanation: '',
      messagePartIndex: partIndex,
      startOffset: 0,
      endOffset: 0,
      toolName: message.calls[partIndex - message.firstCallPart] ?? null,
      parameterName,
      confidence: null,
      evidence: [],
    })),
    withheld: [],
    suspected: [],
    score: null,
    calibration: null,
    unanchored: 0,
    usage: { inputTokens: 0, costCents: 0, calls: 0, retriedCalls: 0 },
    coverage: { windows: 1, evidenceExamined: 0, evidenceTotal: 0, limits: [] },
    createdAt: new Date(Date.UTC(2026, 2, 9, 0, given.minute)),
  };
}
