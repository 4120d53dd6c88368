import type { Message } from '../formats';
import { Rules } from './arguments/rules';
import { listQuestionStems } from './checks/check-echo';
import { findQuestion } from './checks/check-refusal';
import {
  type EvidencePart,
  hasStatement,
  hasUnreadableEvidence,
  listConversationParts,
  listEvidenceParts,
} from './evidence/evidence-texts';
import { findInstructions, Instructions, listRuleRegions } from './evidence/instructions';
import { ToolOutcomes } from './evidence/tool-outcomes';
import { TrafficSigns } from './evidence/traffic-signs';
import { EvidenceText } from './evidence-text';
import type { GroundingModel } from './model/grounding-model';
import { GrowingModelEvidence, type ModelEvidence } from './model/model-evidence';
import { blankOut, type PlacedText, type Region } from './text/regions';

/** Texts of the assistant before a reply in which it may have worked out a number. */
const MAX_EARLIER = 3;
const INSTRUCTING: ReadonlySet<string> = new Set(['system', 'developer']);

/**
 * What the replies of one conversation may rely on: for each the messages before it, and the domain context. What is
 * indexed for a reply is reused for those after it. See docs/adr/0021-evidence-grows-with-the-conversation.md.
 */
export class ConversationEvidence {
  isUnreadable = false;
  /** Whether there is anything to compare a text with. */
  hasEvidence: boolean;
  readonly outcomes = new ToolOutcomes();
  readonly trafficSigns = new TrafficSigns();
  /** What the user said last. */
  private question = '';
  /** The question in it, found when it is first needed. */
  private asked: { question: string | null } | null = null;
  private questionStems: Set<string>[] | null = null;
  /** The number of the first text after all that a tool may have changed. */
  private currentFrom = 0;
  /** Without instructions. */
  private readonly texts: PlacedText[] = [];
  private readonly instructions: Instructions;
  /** What instructs the assistant, by the text that it is in. */
  private readonly instructing = new Map<string, Region | null>();
  /** Length of all texts, with a line break after each. */
  private length = 0;
  private hasAssistant = false;
  private hasInstructions = false;
  private knownRules: Rules | null = null;
  private position = 0;
  private isLast = false;
  private readonly sources: EvidenceText;
  /** Without instructions. */
  private readonly cases: EvidenceText;
  private readonly statements: EvidenceText;
  private readonly ofModel: GrowingModelEvidence;
  private modelPosition = -1;

  constructor(
    private readonly messages: readonly Message[],
    private readonly context: string,
    model: GroundingModel,
  ) {
    this.hasEvidence = context !== '';
    this.sources = new EvidenceText(messages, listEvidenceParts, context, model.lexicon);
    this.cases = new EvidenceText(messages, (message) => this.listCaseParts(message), context, model.lexicon);
    this.statements = new EvidenceText(messages, listStatedParts, context, model.lexicon);
    this.ofModel = new GrowingModelEvidence(model);
    this.instructions = new Instructions(model.lexicon);
  }

  /** Reads the messages before `position`, which never goes back; after a last position it stays. */
  moveTo(position: number, isLast: boolean): void {
    this.isLast = isLast;
    for (; this.position < position; this.position += 1) {
      const message = this.messages[this.position] as Message;
      const texts = listEvidenceParts(message).map(({ text }) => text);
      this.isUnreadable ||= hasUnreadableEvidence([message]);
      this.hasEvidence ||= hasStatement([message]);
      if (this.outcomes.add(message)) this.currentFrom = this.texts.length;
      this.trafficSigns.add(message);
      this.hasAssistant ||= message.role === 'assistant';
      if (message.role === 'user') {
        this.question = texts.join('\n');
        this.asked = null;
        this.questionStems = null;
      }
      for (const text of texts) this.addText(text, INSTRUCTING.has(message.role));
    }
  }

  /** What the user asked last, null without a question. */
  findQuestion(): string | null {
    this.asked ??= { question: findQuestion(this.question) };
    return this.asked.question;
  }

  private readQuestionStems(): Set<string>[] {
    this.questionStems ??= listQuestionStems(this.question);
    return this.questionStems;
  }

  /** What the user said last. */
  get lastRequest(): string {
    return this.question;
  }

  /** What the assistant said last before the reply, in order. */
  listEarlierReplies(): string[] {
    const earlier: string[] = [];
    for (let at = this.position - 1; at >= 0 && earlier.length < MAX_EARLIER; at -= 1) {
      const message = this.messages[at] as Message;
      if (message.role === 'assistant') earlier.unshift(...listTextsOf(message));
    }
    return earlier;
  }

  /** What texts of the reply are compared with. */
  ofTexts(): EvidenceText {
    return this.sources.moveTo(this.position, this.isLast);
  }

  /** What values of the reply are compared with: of the instructions, those sentences that are about it or the question. */
  ofValues(): EvidenceText {
    if (!this.hasInstructions) return this.ofTexts();
    return this.cases.moveTo(this.position, this.isLast, () =>
      this.instructions.selectFor(`${this.reply}\n${this.question}`),
    );
  }

  /**
   * An argument may also come from what the assistant itself proposed and the user agreed to, and from a rule only where
   * that is about it: see `rules`.
   */
  ofArguments(): EvidenceText {
    const { sources, statements, position, isLast } = this;
    return (this.hasAssistant || this.hasInstructions ? statements : sources).moveTo(position, isLast);
  }

  /** What the instructions of the assistant state. */
  get rules(): Rules {
    this.knownRules ??= new Rules(this.instructions.texts);
    return this.knownRules;
  }

  /** What the instructions of the assistant say, and all else that was said before the reply. */
  splitByInstructions(): { instructions: string; stated: string } {
    const join = (texts: readonly string[]): string => texts.join('\n');
    return {
      instructions: join(this.instructions.texts),
      stated: join([...this.texts.map(({ text }) => text), this.context]),
    };
  }

  /** What the model compares texts of the reply with. */
  forModel(): ModelEvidence {
    if (this.modelPosition !== this.position) {
      const context = { text: this.context, place: this.length };
      this.ofModel.grow(this.texts, [...this.instructions.selectFor(this.reply), context], this.isLast);
      this.modelPosition = this.position;
    }
    const { units, isWhole } = this.ofModel;
    const { question, currentFrom } = this;
    return { units, isWhole, question, readQuestionStems: () => this.readQuestionStems(), currentFrom };
  }

  /** The text of the message at the position. */
  private get reply(): string {
    return listTextsOf(this.messages[this.position]).join('\n');
  }

  private addText(text: string, mayInstruct: boolean): void {
    const placed = { text, place: this.length };
    this.length += text.length + 1;
    const instructions = mayInstruct ? this.findInstructions(text) : null;
    if (instructions !== null) {
      this.hasInstructions = true;
      this.knownRules = null;
      this.instructions.append(placed, instructions);
      this.trafficSigns.leaveOut(instructions);
    }
    this.texts.push(instructions === null ? placed : { ...placed, text: blankOut(text, [instructions]) });
  }

  /** The parts of a message that is a source without what instructs the assistant. */
  private listCaseParts(message: Message): EvidencePart[] {
    return listEvidenceParts(message).map((part) => {
      const instructions = INSTRUCTING.has(message.role) ? this.findInstructions(part.text) : null;
      return instructions === null ? part : { ...part, text: blankOut(part.text, [instructions]) };
    });
  }

  private findInstructions(text: string): Region | null {
    const cached = this.instructing.get(text);
    if (cached !== undefined) return cached;
    const region = findInstructions(text);
    this.instructing.set(text, region);
    return region;
  }
}

/** The parts of a message without the rules for the assistant. */
const listStatedParts = (message: Message): EvidencePart[] =>
  listConversationParts(message).map((part) =>
    INSTRUCTING.has(message.role) ? { ...part, text: blankOut(part.text, listRuleRegions(part.text)) } : part,
  );

const listTextsOf = (message: Message | undefined): string[] =>
  message === undefined ? [] : listConversationParts(message).map(({ text }) => text);
