import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type EvaluationInput,
  type GroundingModel,
  loadGroundingModel,
  SpanFinder,
  type TrafficSetting,
} from '../../../packages/detector';
import type { Verdict } from '../../conversations/evaluations/verdict';
import { ConversationExtent } from '../judgment/coverage';
import type { Evaluator } from '../judgment/evaluator';

/**
 * How long replies of one conversation are judged after the first of them: as long as the first took, most of which
 * indexes what is before it, and at least this long. Then other conversations have a turn.
 */
const MIN_TURN_MS = 500;

/** The embedded evaluator, which judges the replies of a conversation together. */
export type GroundingEvaluator = Required<Evaluator>;

/**
 * The embedded evaluator: compares the claims of a reply with the conversation, offline and at no cost. Issues of a
 * kind that no label covers are left out. It always reaches a verdict, or the reply is not judgeable.
 * @throws Error when the weights cannot be read
 */
export function createGroundingEvaluator(): GroundingEvaluator {
  const model = loadGroundingModel();
  return {
    async evaluate(input, { signal }) {
      signal.throwIfAborted();
      return new ReplyJudge(input, model).judge(Math.max(0, input.messages.length - 1), true);
    },

    async evaluateReplies(conversation, positions, { signal, onVerdict }) {
      const judge = new ReplyJudge(conversation, model);
      const startedAt = performance.now();
      let endAt: number | null = null;
      for (const position of positions) {
        signal.throwIfAborted();
        onVerdict(position, judge.judge(position, position === positions.at(-1)));
        const now = performance.now();
        endAt ??= now + Math.max(MIN_TURN_MS, now - startedAt);
        if (now >= endAt) return;
        await nextTurn();
      }
    },
  };
}

/** The embedded evaluator with its setting, which the conversations carry to where they are judged. */
export function withTraffic({ evaluate, evaluateReplies }: Evaluator, traffic: TrafficSetting): Evaluator {
  return {
    evaluate: (input, options) => evaluate({ ...input, traffic }, options),
    ...(evaluateReplies && {
      evaluateReplies: (conversation, positions, options) =>
        evaluateReplies({ ...conversation, traffic }, positions, options),
    }),
  };
}

/** Judges messages of one conversation, in order. */
class ReplyJudge {
  private readonly finder: SpanFinder;
  private readonly extent: ConversationExtent;

  constructor(conversation: EvaluationInput, model: GroundingModel) {
    this.finder = new SpanFinder(conversation, model);
    this.extent = new ConversationExtent(conversation.messages);
  }

  judge(position: number, isLast: boolean): Verdict {
    const { annotations, suspected, score, notJudgeable, limits } = this.finder.find(position, isLast);
    const { inputTokens, evidenceTotal } = this.extent.upTo(position);
    const usage = { inputTokens, costCents: 0, calls: 0, retriedCalls: 0 };
    if (notJudgeable !== null) {
      const isRead = notJudgeable === 'language';
      const coverage = {
        windows: isRead ? 1 : 0,
        evidenceExamined: isRead ? evidenceTotal : 0,
        evidenceTotal,
        limits,
      };
      return { status: 'not_judgeable', reason: notJudgeable, usage, coverage };
    }
    const coverage = { windows: 1, evidenceExamined: evidenceTotal, evidenceTotal, limits };
    return { status: 'completed', annotations, suspected, score, unanchored: 0, usage, coverage };
  }
}
