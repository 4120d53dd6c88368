import type { Annotation, NotJudgeableReason } from '../../conversations/evaluations/verdict';
import { partText } from '../../conversations/transcript/message';
import { codePointConverter } from '../../platform/text/code-points';
import type { EvaluationInput } from '../judgment/evaluator';
import { checkToolArguments } from './arguments/check-tool-arguments';
import { checkRefusal } from './checks/check-refusal';
import { type Finding, mergeFindings } from './checks/finding';
import { ConversationEvidence } from './conversation-evidence';
import type { EvidenceText } from './evidence-text';
import type { GroundingModel } from './model/grounding-model';
import { judgeText } from './model/judge-text';
import { MODEL_READS } from './model/model-evidence';
import { scanPrograms } from './text/regions';

/** What was found in the last message. */
export interface UngroundedSpans {
  /** Ordered by part and start, disjoint; only labels of the issue config. */
  annotations: Annotation[];
  /** Probability of at least one issue, 0..1; null if nothing was compared. */
  score: number | null;
  /** Why nothing was compared; null if any part of the reply was. */
  notJudgeable: NotJudgeableReason | null;
  /** Sentences that say what was left out of the comparison. */
  limits: string[];
}

const UNREADABLE =
  'The conversation holds images, audio or files, which this evaluator cannot read; the reply was not judged.';
const NO_EVIDENCE =
  'The conversation states nothing that the reply could be compared with; its text was not judged.';
const OTHER_LANGUAGE =
  'The reply or its evidence is not in English: only numbers in digits, links and quotations of the reply were ' +
  'compared, and dates and times in digits or with European names of months.';
const PROGRAM = 'Code of the reply in a programming language was not judged.';
const NOTHING_TO_JUDGE = 'The reply has no text and no tool call to judge.';
const TOO_LONG =
  `The model read only the first ${MODEL_READS.reply.toLocaleString('en')} words of the reply and ` +
  `${MODEL_READS.evidence.toLocaleString('en')} of the evidence; beyond them, numbers, names, dates, times, links and ` +
  'quotations were compared.';

/** Spans that are listed of a reply. No person reads more, and one stored document does not hold them. */
const MAX_ANNOTATIONS = 2_000;
const TOO_MANY =
  `More than ${MAX_ANNOTATIONS.toLocaleString('en')} spans of the reply are flagged; ` +
  'only the first of them are listed.';

/**
 * Compares the last message with what the messages before it, the domain context and, for arguments, the tool
 * definitions say. Pure and synchronous, never throws; the time grows linearly with the text. Text is judged in
 * parts of type text and refusal; reasoning is not shown to users and is left alone.
 */
export function findUngroundedSpans(input: EvaluationInput, model: GroundingModel): UngroundedSpans {
  return new SpanFinder(input, model).find(Math.max(0, input.messages.length - 1), true);
}

/** Does the same for one message after another of a conversation, in about the time of the last of them. */
export class SpanFinder {
  private readonly evidence: ConversationEvidence;
  private readonly labels: ReadonlySet<string>;

  constructor(
    private readonly conversation: EvaluationInput,
    private readonly model: GroundingModel,
  ) {
    const { messages, issueConfig } = conversation;
    this.labels = new Set(issueConfig.labels.map(({ name }) => name));
    this.evidence = new ConversationEvidence(messages, issueConfig.domainContext?.trim() ?? '', model);
  }

  /** Of the message at `position`, which is after that of the last call. `isLast`: there is no next call. */
  find(position: number, isLast = false): UngroundedSpans {
    const { evidence, model, labels } = this;
    const { messages, tools } = this.conversation;
    evidence.moveTo(position, isLast);
    if (evidence.isUnreadable) {
      return { annotations: [], score: null, notJudgeable: 'unreadable_attachment', limits: [UNREADABLE] };
    }
    const limits = new Set<string>();
    const scores: number[] = [];

    const annotations = (messages[position]?.parts ?? []).flatMap((part, index) => {
      const text = partText(part) ?? '';
      if (text.trim() === '' || part.type === 'reasoning') return [];
      if (part.type === 'tool_call') {
        const compared = evidence.ofArguments();
        const findings = checkToolArguments(part, tools, compared.forArguments);
        scores.push(computeAnyProbability(findings));
        return annotate(findings, { text, index, toolName: part.name, labels, evidence: compared });
      }
      if (!evidence.hasEvidence) {
        limits.add(NO_EVIDENCE);
        return [];
      }
      const compared = evidence.ofTexts();
      const { forTexts } = compared;
      const { findings, score, isWhole } = judgeText(text, forTexts, () => evidence.forModel(), model);
      const refusals = checkRefusal(text, forTexts, () => evidence.findQuestion());
      if (score === null) limits.add(OTHER_LANGUAGE);
      if (!isWhole) limits.add(TOO_LONG);
      if (scanPrograms(text).length > 0) limits.add(PROGRAM);
      scores.push(Math.max(score ?? computeAnyProbability(findings), computeAnyProbability(refusals)));
      return annotate([...findings, ...refusals], {
        text,
        index,
        toolName: null,
        labels,
        evidence: compared,
      });
    });
    if (scores.length === 0 && limits.size === 0) limits.add(NOTHING_TO_JUDGE);
    if (annotations.length > MAX_ANNOTATIONS) limits.add(TOO_MANY);
    const isCompared = scores.length > 0;
    return {
      annotations: annotations.slice(0, MAX_ANNOTATIONS),
      score: isCompared ? round(Math.max(...scores)) : null,
      notJudgeable: isCompared ? null : limits.has(NO_EVIDENCE) ? 'no_evidence' : 'no_text',
      limits: [...limits],
    };
  }
}

/** Probabilities to four decimals: more would only look exact. */
const round = (probability: number): number => Math.round(probability * 1e4) / 1e4;

/** Chance that at least one finding is an issue, assuming that they are independent. */
function computeAnyProbability(findings: readonly Finding[]): number {
  return 1 - findings.reduce((none, { confidence }) => none * (1 - confidence), 1);
}

type Located = Finding & { parameterName?: string };

/** A part of the reply, with what its findings refer to. */
interface JudgedPart {
  text: string;
  index: number;
  /** Null unless the part is a tool call. */
  toolName: string | null;
  labels: ReadonlySet<string>;
  evidence: EvidenceText;
}

function annotate(
  findings: Located[],
  { text, index, toolName, labels, evidence }: JudgedPart,
): Annotation[] {
  const toOffset = codePointConverter(text);
  const merged = mergeFindings(findings.filter(({ label }) => labels.has(label)));
  // One more than are listed shows that there are too many.
  return merged.slice(0, MAX_ANNOTATIONS + 1).map((finding) => ({
    text: text.slice(finding.start, finding.end),
    label: finding.label,
    explanation: finding.explanation,
    messagePartIndex: index,
    startOffset: toOffset(finding.start),
    endOffset: toOffset(finding.end),
    toolName,
    parameterName: toolName === null ? null : (finding.parameterName ?? null),
    confidence: round(finding.confidence),
    evidence: evidence.locate(finding.evidence),
  }));
}
