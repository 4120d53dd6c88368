/** What a line belongs to: its trace, and the session of the trace if the line names it. */
export interface GroupKeys {
  trace: string;
  session: string | null;
}

/** The lines of one conversation. */
export interface LineGroup<Item> {
  /** The session, or else the only trace. */
  id: string;
  items: Item[];
  bytes: number;
}

/**
 * Why a line is in no group. `late`: its group is complete. `too_large`: its group exceeds the limits with it.
 * `rest`: its group has exceeded them before.
 */
export type Refusal = 'late' | 'too_large' | 'rest';

interface Added<Item> {
  /** The groups that this line completed. */
  completed: LineGroup<Item>[];
  refused: Refusal | null;
}

interface OpenGroup<Item> {
  sessions: Set<string>;
  traces: Set<string>;
  items: Item[];
  bytes: number;
}

interface GroupLimits {
  /** Of all groups together. */
  maxBytes: number;
  /** Of one group. */
  maxItems: number;
}

/**
 * Groups lines by conversation, in any order, in bounded memory. While the lines fit into memory, all of them wait for
 * the end. Beyond that, the group that was extended least recently is complete; a later line of it is late.
 */
export class LineGroups<Item> {
  /** In the order in which they were extended. */
  private readonly open = new Set<OpenGroup<Item>>();
  private readonly byTrace = new Map<string, OpenGroup<Item>>();
  private readonly bySession = new Map<string, OpenGroup<Item>>();
  /** How later lines of closed groups are refused. */
  private readonly closedTraces = new Map<string, Refusal>();
  private readonly closedSessions = new Map<string, Refusal>();
  private bytes = 0;

  constructor(private readonly limits: GroupLimits) {}

  /** The groups that may have more lines. */
  get openItems(): Item[][] {
    return [...this.open].map(({ items }) => items);
  }

  add({ trace, session }: GroupKeys, item: Item, bytes: number): Added<Item> {
    const refused = this.closedTraces.get(trace) ?? this.closedSessions.get(session ?? '');
    if (refused !== undefined) return { completed: [], refused };
    const group = this.groupOf(trace, session);
    group.items.push(item);
    group.bytes += bytes;
    this.bytes += bytes;
    this.open.delete(group);
    this.open.add(group);
    if (group.items.length > this.limits.maxItems || group.bytes > this.limits.maxBytes) {
      this.close(group, 'rest');
      return { completed: [], refused: 'too_large' };
    }
    const completed: LineGroup<Item>[] = [];
    for (const oldest of this.open) {
      if (this.bytes <= this.limits.maxBytes) break;
      completed.push(this.close(oldest, 'late'));
    }
    return { completed, refused: null };
  }

  /** The groups that were waiting for the end. Each is open until it is next. */
  *end(): Generator<LineGroup<Item>> {
    for (const group of this.open) yield this.close(group, 'late');
  }

  private groupOf(trace: string, session: string | null): OpenGroup<Item> {
    const ofTrace = this.byTrace.get(trace);
    const ofSession = session === null ? undefined : this.bySession.get(session);
    const group =
      ofTrace !== undefined && ofSession !== undefined && ofTrace !== ofSession
        ? this.merge(ofTrace, ofSession)
        : (ofTrace ?? ofSession ?? { sessions: new Set(), traces: new Set(), items: [], bytes: 0 });
    this.register(group, [trace], session === null ? [] : [session]);
    return group;
  }

  /** The session of a trace became known after its first line. The smaller group is added to the larger one. */
  private merge(one: OpenGroup<Item>, two: OpenGroup<Item>): OpenGroup<Item> {
    const [group, other] = one.items.length < two.items.length ? [two, one] : [one, two];
    for (const item of other.items) group.items.push(item);
    group.bytes += other.bytes;
    this.register(group, other.traces, other.sessions);
    this.open.delete(other);
    return group;
  }

  private register(group: OpenGroup<Item>, traces: Iterable<string>, sessions: Iterable<string>): void {
    for (const trace of traces) {
      group.traces.add(trace);
      this.byTrace.set(trace, group);
    }
    for (const session of sessions) {
      group.sessions.add(session);
      this.bySession.set(session, group);
    }
  }

  private close(group: OpenGroup<Item>, later: Refusal): LineGroup<Item> {
    const { sessions, traces, items, bytes } = group;
    this.open.delete(group);
    this.bytes -= bytes;
    for (const trace of traces) {
      this.byTrace.delete(trace);
      remember(this.closedTraces, trace, later);
    }
    for (const session of sessions) {
      this.bySession.delete(session);
      remember(this.closedSessions, session, later);
    }
    // Of several sessions in one trace, the same one in any order of lines.
    const [id = ''] = sessions.size > 0 ? [...sessions].sort() : traces;
    return { id, items, bytes };
  }
}

/** Ids of closed groups that are remembered. A line that is later still looks like a new group. */
const MAX_CLOSED = 1_000_000;

function remember(closed: Map<string, Refusal>, id: string, later: Refusal): void {
  closed.set(id, later);
  if (closed.size <= MAX_CLOSED) return;
  for (const oldest of closed.keys()) {
    closed.delete(oldest);
    break;
  }
}
