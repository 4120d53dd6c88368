import { groupBy } from '../../platform/group-by';
import { type ExperimentItem, openItemStatuses, type ReplySide } from '../store/experiment';
import { turnOf } from './measured-pair';

/** The fields of an item that a comparison needs. */
export type ComparedItem = Pick<
  ExperimentItem,
  'id' | 'position' | 'conversationId' | 'sampleIndex' | 'status'
> & {
  /** The original reply; null without one. */
  replayedMessageId: string | null;
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

/** Two replies to one conversation, both with a verdict, of the same number among its samples. */
export interface ReplyPair {
  conversationId: string;
  replayedMessageId: string | null;
  sampleIndex: number;
  /** The position of the item in the first experiment. */
  position: number;
  first: ComparedReply;
  second: ComparedReply;
}

/** The issue counts of the replies of both experiments to one conversation that have a verdict, at least one each. */
export interface ConversationPair {
  first: number[];
  second: number[];
}

export interface Pairing {
  /** The conversations that are compared. */
  conversations: ConversationPair[];
  /** Their pairs of replies, in the order of the first experiment. */
  pairs: ReplyPair[];
  /** Numbers of conversations that are not compared. */
  onlyInFirst: number;
  onlyInSecond: number;
  /** In both experiments, but without a verdict in at least one of them so far. */
  withoutVerdict: number;
}

/** Pairs the items that replay the same turn of a conversation. */
export function pairItems(first: readonly ComparedItem[], second: readonly ComparedItem[]): Pairing {
  const conversations = groupBy(first, turnOf);
  const secondByTurn = groupBy(second, turnOf);
  // In an order that both directions have: sums of fractions depend on it.
  const ordered = [...conversations].sort(([one], [other]) => (one < other ? -1 : 1));
  const shared = ordered.flatMap(([id, items]) => {
    const counterparts = secondByTurn.get(id);
    return counterparts === undefined ? [] : [{ items, counterparts }];
  });
  const compared = shared
    .map(({ items, counterparts }) => ({ first: countIssues(items), second: countIssues(counterparts) }))
    .filter((pair) => pair.first.length > 0 && pair.second.length > 0);
  return {
    conversations: compared,
    pairs: shared
      .flatMap(({ items, counterparts }) => pairReplies(items, counterparts))
      .sort((one, other) => one.position - other.position),
    onlyInFirst: conversations.size - shared.length,
    onlyInSecond: secondByTurn.size - shared.length,
    withoutVerdict: shared.length - compared.length,
  };
}

/** None while a sample is open: the others may be the shorter ones. */
function countIssues(items: readonly ComparedItem[]): number[] {
  const isOpen = ({ status }: ComparedItem) => openItemStatuses.includes(status);
  if (items.length > 1 && items.some(isOpen)) return [];
  return items.map(({ reply }) => reply.issueCount).filter((count) => count !== null);
}

function pairReplies(items: readonly ComparedItem[], counterparts: readonly ComparedItem[]): ReplyPair[] {
  const bySample = new Map(counterparts.map((item) => [item.sampleIndex, item]));
  return items.flatMap((item) => {
    const { conversationId, replayedMessageId, sampleIndex, position } = item;
    const counterpart = bySample.get(sampleIndex);
    const [one, other] = [replyOf(item), counterpart === undefined ? null : replyOf(counterpart)];
    return one === null || other === null
      ? []
      : [{ conversationId, replayedMessageId, sampleIndex, position, first: one, second: other }];
  });
}

function replyOf({ id, reply: { messageId, evaluationId, issueCount } }: ComparedItem): ComparedReply | null {
  return issueCount === null ? null : { itemId: id, messageId, evaluationId, issueCount };
}
