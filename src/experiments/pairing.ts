import type { ExperimentItem, ReplySide } from './experiment';

/** The fields of an item that a comparison needs. */
export type ComparedItem = Pick<ExperimentItem, 'id' | 'position' | 'conversationId'> & {
  reply: Pick<ReplySide, 'messageId' | 'evaluationId'> & {
    /** Null without a verdict. */
    issueCount: number | null;
  };
};

export interface ComparedReply {
  itemId: string;
  messageId: string | null;
  evaluationId: string | null;
  issueCount: number;
}

/** Two replies to one conversation, both with a verdict. */
export interface ReplyPair {
  conversationId: string;
  /** The position of the conversation in the first experiment. */
  position: number;
  first: ComparedReply;
  second: ComparedReply;
}

/** The pairs in the order of the first experiment, and the numbers of conversations without a pair. */
export interface Pairing {
  pairs: ReplyPair[];
  onlyInFirst: number;
  onlyInSecond: number;
  /** In both experiments, but without a verdict in at least one of them so far. */
  withoutVerdict: number;
}

/** Pairs the items of the same conversation. An experiment has each conversation once. */
export function pairItems(first: readonly ComparedItem[], second: readonly ComparedItem[]): Pairing {
  const others = new Map(second.map((item) => [item.conversationId, item]));
  const pairs: ReplyPair[] = [];
  let inBoth = 0;
  for (const item of first) {
    const other = others.get(item.conversationId);
    if (other === undefined) continue;
    inBoth += 1;
    const [one, another] = [replyOf(item), replyOf(other)];
    if (one === null || another === null) continue;
    pairs.push({ conversationId: item.conversationId, position: item.position, first: one, second: another });
  }
  return {
    pairs,
    onlyInFirst: first.length - inBoth,
    onlyInSecond: second.length - inBoth,
    withoutVerdict: inBoth - pairs.length,
  };
}

function replyOf({ id, reply: { messageId, evaluationId, issueCount } }: ComparedItem): ComparedReply | null {
  return issueCount === null ? null : { itemId: id, messageId, evaluationId, issueCount };
}
