import { type Generation, latencySchema } from '../model/generation';
import { MAX_MESSAGES, type Message, type ToolDefinition } from '../model/message';
import { type Notices, sumNotices } from '../model/notices';
import type { MessageKey } from '../spans/message-key';
import type { CallEvent, CallMessage, CallSpan, GenAiSpan } from '../spans/span';
import { byStart } from './order';
import { isInside, selectCalls, spanKey } from './select-calls';
import { Threads } from './threads';
import { toDate } from './times';
import { ToolRuns, type ToolSpan } from './tool-runs';

export interface AssembledMessage extends Message {
  /** `<trace id>/<span id>` of the call that wrote it. */
  externalId?: string;
  /** The error of a call without output, at its last input. */
  extra?: Record<string, unknown>;
  generation?: Generation;
  isError?: boolean;
  agentName?: string | null;
  createdAt: Date;
  /** The message as an input or output of a call; absent where only a tool run reports it. */
  source?: CallMessage;
  /** The span that wrote the message, or was the first to have it as an input. */
  span: GenAiSpan;
}

export interface Assembled {
  messages: AssembledMessage[];
  /** Of the first span. */
  source: string;
  tags: Record<string, string>;
  tools: ToolDefinition[];
  /** Of all spans and events; null if there are none. */
  notices: Notices | null;
}

// Calls with more outputs hardly return alternatives.
const MAX_ALTERNATIVES = 16;
// The limit of imports.
const MAX_TOOLS = 256;
const MAX_TOOL_BYTES = 4 * 1024 * 1024;
const MAX_TAGS = 32;

/**
 * The conversation of a set of spans, as steps of work of which the last one returns it: the histories of 2,000 calls may
 * have hundreds of thousands of messages. A pure function of the set: order and repetitions make no difference.
 */
export function* assemble(spans: GenAiSpan[], events: CallEvent[]): Generator<undefined, Assembled> {
  const ordered = spans.toSorted(byStart);
  const selected = yield* selectCalls(ordered, events);
  const calls = new Map(selected.map((span) => [spanKey(span.traceId, span.spanId), span]));
  const tools = ordered.flatMap((span) => (span.tool === null ? [] : [{ ...span, tool: span.tool }]));
  const toolKeys = new Set(tools.map(({ traceId, spanId }) => spanKey(traceId, spanId)));
  // A tool that searches returns the documents itself.
  const isInsideTool = ({ traceId, parentSpanId, tool }: ToolSpan) =>
    tool.isRetrieval === true && toolKeys.has(spanKey(traceId, parentSpanId ?? ''));
  const transcript = new TranscriptBuilder(agentNames(ordered), new ToolRuns([...calls.values()], tools));
  const runs = new Set(tools.filter((run) => !isInsideTool(run)));
  const addRun = (run: ToolSpan) => {
    if (runs.delete(run)) transcript.addToolRun(run);
  };
  const runOf = new Map(tools.map((run) => [spanKey(run.traceId, run.spanId), run]));
  for (const span of ordered) {
    if (transcript.isFull) break;
    yield;
    const key = spanKey(span.traceId, span.spanId);
    const call = calls.get(key);
    const run = runOf.get(key);
    // What ran inside of an agent or a chain was known when it replied.
    const inside =
      call === undefined || call.kind === 'model' ? [] : tools.filter((one) => isInside(one, call));
    if (call !== undefined) transcript.addCall(call, () => inside.forEach(addRun));
    if (run !== undefined) addRun(run);
  }
  const tags = new Map(ordered.flatMap((span) => Object.entries(span.tags)));
  return {
    messages: transcript.finish(),
    source: ordered[0]?.source ?? '',
    tags: Object.fromEntries([...tags].slice(0, MAX_TAGS)),
    tools: distinctTools([...calls.values()]),
    notices: sumNotices([...spans, ...events].map(({ notices }) => notices)),
  };
}

class TranscriptBuilder {
  private readonly messages: AssembledMessage[] = [];
  private readonly threads = new Threads((entry) => this.messages[entry]?.generation !== undefined);
  private readonly systemEntries = new Map<MessageKey, number>();
  /** By key, messages of the assistant that were repeated before the call that wrote them was read. */
  private readonly unwritten = new Map<MessageKey, Set<number>>();

  constructor(
    private readonly agentNameOf: (span: GenAiSpan) => string | null,
    private readonly toolRuns: ToolRuns,
  ) {}

  get isFull(): boolean {
    return this.messages.length >= MAX_MESSAGES;
  }

  /** `addRuns` adds the runs of tools between the input and the output. */
  addCall(span: CallSpan, addRuns: () => void): void {
    const { inputs, outputs } = span.call;
    const firstOther = inputs.findIndex(({ role }) => role !== 'system' && role !== 'developer');
    const split = firstOther === -1 ? inputs.length : firstOther;
    for (const message of inputs.slice(0, split)) this.addSystemMessage(message, span);

    const said = inputs.slice(split);
    const keys = said.map(({ key }) => key);
    const known = this.threads.align(span.traceId, keys);
    const entries = said.map((message, index) => known[index] ?? this.addInput(message, span));
    const asked = new Set(entries);
    addRuns();
    const written = outputs.map((output, index) => this.addOutput(output, index, span, asked));
    const outputKeys = outputs.map(({ key }) => key);
    // Several outputs are alternatives, or a sequence: the next input decides.
    if (outputs.length > 1) {
      for (const [index, key] of outputKeys.slice(0, MAX_ALTERNATIVES).entries()) {
        this.threads.add(span.traceId, [...keys, key], [...entries, written[index] as number]);
      }
    }
    this.threads.add(span.traceId, [...keys, ...outputKeys], [...entries, ...written]);
    if (outputs.length === 0) this.noteError(span, entries.at(-1));
  }

  addToolRun(span: ToolSpan): void {
    const message = this.toolRuns.missingResult(span, this.messages);
    if (message === null) return;
    this.messages.push({ ...message, agentName: this.agentNameOf(span), span });
  }

  finish(): AssembledMessage[] {
    return this.messages
      .slice(0, MAX_MESSAGES)
      .map((message) =>
        message.role !== 'assistant' && this.toolRuns.isFailure(message)
          ? { ...message, isError: true }
          : message,
      );
  }

  private addSystemMessage(message: CallMessage, span: CallSpan): void {
    if (this.systemEntries.has(message.key)) return;
    this.systemEntries.set(message.key, this.push(message, span, span.startMicros));
  }

  private addInput(message: CallMessage, span: CallSpan): number {
    const { role, key } = message;
    const entry = this.push(message, span, span.startMicros);
    if (role === 'assistant') this.unwritten.set(key, (this.unwritten.get(key) ?? new Set()).add(entry));
    return entry;
  }

  /**
   * If the clocks of two machines differ, the later call may seem the earlier one: its input is the output
   * here.
   */
  private addOutput(output: CallMessage, index: number, span: CallSpan, asked: Set<number>): number {
    // The result of a tool that the provider ran.
    if (output.role === 'tool') return this.push(output, span, span.endMicros);
    const repeated = index < MAX_ALTERNATIVES ? this.takeRepeated(output.key, asked) : undefined;
    const entry = repeated ?? this.push(output, span, span.endMicros);
    const message = this.messages[entry] as AssembledMessage;
    this.messages[entry] = {
      ...message,
      externalId: spanKey(span.traceId, span.spanId),
      generation: generationOf(span, output),
      isError: span.error !== null,
      agentName: this.agentNameOf(span),
      createdAt: toDate(span.endMicros),
      span,
    };
    return entry;
  }

  private takeRepeated(key: MessageKey, asked: Set<number>): number | undefined {
    const entries = this.unwritten.get(key);
    for (const entry of entries ?? []) {
      if (asked.has(entry)) continue;
      entries?.delete(entry);
      return entry;
    }
    return undefined;
  }

  /** A call without output attaches its error to its last input. */
  private noteError({ error }: CallSpan, asked: number | undefined): void {
    const message = this.messages[asked ?? -1];
    if (error !== null && message !== undefined && asked !== undefined) {
      this.messages[asked] = { ...message, extra: { error } };
    }
  }

  private push(source: CallMessage, span: CallSpan, micros: number): number {
    const { role, name, parts } = source;
    this.messages.push({ role, name, parts, source, createdAt: toDate(micros), span });
    return this.messages.length - 1;
  }
}

/** The counts are the call's: only its first message has them, so that sums are correct. */
function generationOf(span: CallSpan, output: CallMessage): Generation {
  const { call, error, startMicros, endMicros } = span;
  // The result of a tool that the provider ran has no counts, and may come first.
  const isFirst = output === call.outputs.find(({ role }) => role !== 'tool');
  const latencyMs = Math.round((endMicros - startMicros) / 1000);
  return {
    model: call.model,
    provider: call.provider,
    inputTokens: isFirst ? call.inputTokens : null,
    outputTokens: isFirst ? call.outputTokens : null,
    latencyMs: latencySchema.safeParse(latencyMs).data ?? null,
    costUsd: isFirst ? call.costUsd : null,
    finishReason: output.finishReason ?? (error === null ? null : 'error'),
  };
}

/** The agent that a span names, or else that of the nearest enclosing span. */
function agentNames(spans: GenAiSpan[]): (span: GenAiSpan) => string | null {
  const byId = new Map(spans.map((span) => [spanKey(span.traceId, span.spanId), span]));
  // Each path to the root is walked once: a span may have thousands of ancestors, and a call thousands of
  // outputs.
  const known = new Map<GenAiSpan, string | null>();
  return (span) => {
    const way: GenAiSpan[] = [];
    let around: GenAiSpan | undefined = span;
    while (around !== undefined && !known.has(around)) {
      known.set(around, around.agentName);
      way.push(around);
      if (around.agentName !== null) break;
      around = byId.get(spanKey(around.traceId, around.parentSpanId ?? ''));
    }
    const name = (around && known.get(around)) ?? null;
    for (const passed of way) known.set(passed, name);
    return name;
  };
}

/** The tools of all calls, as last described, up to the maximum of a conversation. */
function distinctTools(calls: CallSpan[]): ToolDefinition[] {
  const byName = new Map(calls.flatMap(({ call }) => call.tools).map((tool) => [tool.name, tool]));
  let bytes = 0;
  return [...byName.values()].slice(0, MAX_TOOLS).filter((tool) => {
    const size = Buffer.byteLength(JSON.stringify(tool));
    if (bytes + size > MAX_TOOL_BYTES) return false;
    bytes += size;
    return true;
  });
}
