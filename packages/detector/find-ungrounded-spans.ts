import type { MessagePart } from '../formats';
import { partText } from '../text';
import { annotate, keepCovered, MAX_ANNOTATIONS, roundProbability } from './annotate';
import { checkToolArguments } from './arguments/check-tool-arguments';
import { checkableKinds, describeUncovered, modelKinds } from './checkable-kinds';
import { checkActions } from './checks/check-actions';
import { checkCaseClaims } from './checks/check-case-claims';
import { checkRefusal } from './checks/check-refusal';
import { computeAnyProbability, type Finding, mergeFindings } from './checks/finding';
import { isCutOff } from './claims/cut-off';
import { hideUnstated } from './claims/hide-unstated';
import type { Annotation, NotJudgeableReason } from './contract/annotation';
import type { EvaluationInput } from './contract/evaluation-input';
import { type LabelKind, mapKindsToLabels } from './contract/issue-label';
import type { TrafficKind } from './contract/traffic';
import { ConversationEvidence } from './conversation-evidence';
import type { GroundingModel } from './model/grounding-model';
import { judgeText } from './model/judge-text';
import { MODEL_READS } from './model/model-evidence';
import { scanPrograms } from './text/regions';

/** What was found in the last message. */
export interface UngroundedSpans {
  /** Ordered by part and start, disjoint; only labels of the issue configuration. */
  annotations: Annotation[];
  /** The likeliest words of a reply without annotations, which a lower threshold may report. */
  suspected: Annotation[];
  /** Probability of at least one issue, 0..1; null if nothing was compared. */
  score: number | null;
  /** Why the reply is neither clean nor at fault; null where it was judged. */
  notJudgeable: NotJudgeableReason | null;
  /** Sentences that say what was left out of the comparison. */
  limits: string[];
}

const UNREADABLE =
  'The conversation holds images, audio or files, which this evaluator cannot read; the reply was not judged.';
const NO_EVIDENCE =
  'The conversation states nothing that the reply could be compared with; its text was not judged.';
const PROGRAM = 'Code of the reply in a programming language was not judged.';
const NOTHING_TO_JUDGE = 'The reply has no text and no tool call to judge.';
const TOO_LONG =
  `The model read only the first ${MODEL_READS.reply.toLocaleString('en')} words of the reply and ` +
  `${MODEL_READS.evidence.toLocaleString('en')} of the evidence; beyond them, numbers, names, dates, times, links and ` +
  'quotations were compared.';

const TOO_MANY =
  `More than ${MAX_ANNOTATIONS.toLocaleString('en')} spans of the reply are flagged; ` +
  'only the first of them are listed.';

/**
 * Compares the last message with what the messages before it, the domain context and, for arguments, the tool
 * definitions say. Pure and synchronous, never throws; the time grows linearly with the text. Text is judged in
 * parts of type text and refusal; reasoning is not shown to users and is left alone, in the content too.
 */
export function findUngroundedSpans(input: EvaluationInput, model: GroundingModel): UngroundedSpans {
  return new SpanFinder(input, model).find(Math.max(0, input.messages.length - 1), true);
}

/** Does the same for one message after another of a conversation, in about the time of the last of them. */
export class SpanFinder {
  private readonly evidence: ConversationEvidence;
  private readonly labelOf: ReadonlyMap<LabelKind, string>;

  constructor(
    private readonly conversation: EvaluationInput,
    private readonly model: GroundingModel,
  ) {
    const { messages, issueConfig } = conversation;
    this.labelOf = mapKindsToLabels(issueConfig.labels);
    this.evidence = new ConversationEvidence(messages, issueConfig.domainContext?.trim() ?? '', model);
  }

  /** Of the message at `position`, which is after that of the last call. `isLast`: there is no next call. */
  find(position: number, isLast = false): UngroundedSpans {
    const { evidence, labelOf } = this;
    const message = this.conversation.messages[position];
    const isCut = isCutOff(message?.generation?.finishReason);
    const messageParts = message?.parts ?? [];
    const end = messageParts.findLastIndex(({ type }) => type !== 'reasoning');
    const parts = messageParts.map((part, index) => hideUnstated(part, isCut && index === end));
    evidence.moveTo(position, isLast);
    const checkable = new Set(parts.flatMap(checkableKinds));
    const uncovered = [...checkable].filter((kind) => !labelOf.has(kind));
    if (checkable.size > 0 && uncovered.length === checkable.size) {
      return notJudged('no_label', [describeUncovered(uncovered)]);
    }
    if (evidence.isUnreadable) return notJudged('unreadable_attachment', [UNREADABLE]);
    const partResults = parts
      .map((part, index) => this.judgePart(part, partText(messageParts[index] as MessagePart) ?? '', index))
      .filter((part) => part !== null);
    const limits = new Set(partResults.flatMap((part) => part.limits));
    const scores = partResults.map(({ score }) => score).filter((score) => score !== null);
    if (scores.length === 0) {
      const isWithoutEvidence = limits.has(NO_EVIDENCE);
      return notJudged(isWithoutEvidence ? 'no_evidence' : 'no_text', [
        isWithoutEvidence ? NO_EVIDENCE : NOTHING_TO_JUDGE,
      ]);
    }
    if (uncovered.length > 0) limits.add(describeUncovered(uncovered));
    const annotations = partResults.flatMap((part) => part.annotations);
    if (annotations.length === 0 && partResults.some((part) => !part.isCompared))
      return notJudged('language', [...limits]);
    if (annotations.length > MAX_ANNOTATIONS) limits.add(TOO_MANY);
    return {
      annotations: annotations.slice(0, MAX_ANNOTATIONS),
      suspected: annotations.length > 0 ? [] : partResults.flatMap((part) => part.suspected),
      score: roundProbability(Math.max(...scores)),
      notJudgeable: null,
      limits: [...limits],
    };
  }

  /**
   * Null for a part of whose kinds none is covered. The score is null if there is nothing to compare it with. `literal` is
   * the text with what `part` hides.
   */
  private judgePart(part: MessagePart, literal: string, index: number): PartJudgment | null {
    const { evidence, model, labelOf } = this;
    if (!checkableKinds(part).some((kind) => labelOf.has(kind))) return null;
    const text = partText(part) ?? '';
    if (part.type === 'tool_call') {
      const compared = evidence.ofArguments();
      const findings = checkToolArguments(part, this.conversation.tools, compared.forArguments, {
        rules: evidence.rules,
        request: evidence.lastRequest,
      });
      const place = { text: literal, index, toolName: part.name, evidence: compared };
      return {
        annotations: annotate(findings, labelOf, place),
        suspected: [],
        score: computeAnyProbability(findings),
        isCompared: true,
        limits: [],
      };
    }
    const actions = keepCovered(this.checkActions(text), labelOf);
    if (!evidence.hasEvidence && actions.length === 0)
      return { annotations: [], suspected: [], score: null, isCompared: true, limits: [NO_EVIDENCE] };
    const compared = evidence.ofTexts();
    const whole = compared.forTexts;
    const values = evidence.ofValues();
    const traffic = this.recognizeTraffic(text);
    const { findings, suspected, score, foreign, isWhole } = judgeText(
      text,
      {
        whole,
        ofValues: values.forTexts,
        toWhole: (place) => values.toOriginal(place),
        listEarlierReplies: () => evidence.listEarlierReplies(),
      },
      () => evidence.forModel(),
      model.for(traffic),
    );
    const coveredFindings = keepCovered(findings, labelOf);
    const refusals = keepCovered(
      checkRefusal(text, whole, () => evidence.findQuestion()),
      labelOf,
    );
    const modelScore = modelKinds.some((kind) => labelOf.has(kind)) ? score : null;
    const limits = [
      ...(foreign === null ? [] : [foreign.limit]),
      ...(isWhole ? [] : [TOO_LONG]),
      ...(scanPrograms(text).length > 0 ? [PROGRAM] : []),
    ];
    const inPart = { text: literal, index, toolName: null, evidence: compared };
    return {
      annotations: annotate([...coveredFindings, ...actions, ...refusals], labelOf, inPart),
      suspected: annotate(suspected, labelOf, inPart),
      score: Math.max(
        modelScore ?? computeAnyProbability(coveredFindings),
        computeAnyProbability(actions),
        computeAnyProbability(refusals),
      ),
      isCompared: foreign?.isCompared ?? true,
      limits,
    };
  }

  /** The kind that the input names, or what can be seen of the conversation up to the reply. */
  private recognizeTraffic(text: string): TrafficKind {
    const { traffic = 'auto', tools } = this.conversation;
    if (traffic !== 'auto') return traffic;
    const { outcomes, trafficSigns } = this.evidence;
    return tools.length > 0 || outcomes.hasCalls ? 'agent' : trafficSigns.recognize(text.length);
  }

  /** Without tools, a conversation does not show what was done. */
  private checkActions(text: string): Finding[] {
    const { outcomes, lastRequest } = this.evidence;
    const isChanged = [...outcomes.succeeded].some((effect) => effect !== 'reads');
    const ofCase = isChanged ? [] : checkCaseClaims(text, () => this.evidence.splitByInstructions());
    if (this.conversation.tools.length === 0 && !outcomes.hasCalls) return ofCase;
    const actions = checkActions(text, outcomes, lastRequest, this.evidence.ofTexts().forTexts.text);
    return mergeFindings([...actions, ...ofCase]);
  }
}

/** What was found in one part of the reply. */
type PartJudgment = Pick<UngroundedSpans, 'annotations' | 'suspected' | 'score' | 'limits'> & {
  /** False where sentences in another language than English were not compared. */
  isCompared: boolean;
};

const notJudged = (notJudgeable: NotJudgeableReason, limits: string[]): UngroundedSpans => ({
  annotations: [],
  suspected: [],
  score: null,
  notJudgeable,
  limits,
});
