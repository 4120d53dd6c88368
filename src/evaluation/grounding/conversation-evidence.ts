import type { Message } from '../../conversations/transcript/message';
import { ArgumentEvidence } from './arguments/argument-evidence';
import { Evidence } from './evidence/evidence';
import {
  hasStatement,
  hasUnreadableEvidence,
  listConversationTexts,
  listEvidenceTexts,
} from './evidence/evidence-texts';
import type { GroundingModel } from './model/grounding-model';
import { GrowingModelEvidence, type ModelEvidence } from './model/model-evidence';

/**
 * What the replies of one conversation may rely on: for each the messages before it, and the domain context. What is
 * indexed for a reply is reused for those after it. See docs/adr/0021-evidence-grows-with-the-conversation.md.
 */
export class ConversationEvidence {
  isUnreadable = false;
  /** Whether there is anything to compare a text with. */
  hasEvidence: boolean;
  /** What the user said last. */
  question = '';
  private readonly texts: string[] = [];
  private hasAssistant = false;
  private position = 0;
  private isLast = false;
  private readonly sources: EvidenceText;
  private readonly statements: EvidenceText;
  private readonly ofModel: GrowingModelEvidence;
  private modelPosition = -1;

  constructor(
    private readonly messages: readonly Message[],
    private readonly context: string,
    model: GroundingModel,
  ) {
    this.hasEvidence = context !== '';
    this.sources = new EvidenceText(messages, listEvidenceTexts, context);
    this.statements = new EvidenceText(messages, listConversationTexts, context);
    this.ofModel = new GrowingModelEvidence(model);
  }

  /** Reads the messages before `position`, which never goes back; after a last position it stays. */
  moveTo(position: number, isLast: boolean): void {
    this.isLast = isLast;
    for (; this.position < position; this.position += 1) {
      const message = this.messages[this.position] as Message;
      const texts = listEvidenceTexts([message]);
      this.isUnreadable ||= hasUnreadableEvidence([message]);
      this.hasEvidence ||= hasStatement([message]);
      this.hasAssistant ||= message.role === 'assistant';
      if (message.role === 'user') this.question = texts.join('\n');
      for (const text of texts) this.texts.push(text);
    }
  }

  /** What texts of the reply are compared with. */
  ofTexts(): Evidence {
    return this.sources.upTo(this.position, this.isLast);
  }

  /** An argument may also come from what the assistant itself proposed and the user agreed to. */
  ofArguments(): ArgumentEvidence {
    const { sources, statements, position, isLast } = this;
    return (this.hasAssistant ? statements : sources).argumentsUpTo(position, isLast);
  }

  /** What the model compares texts of the reply with. */
  forModel(): ModelEvidence {
    if (this.modelPosition !== this.position) {
      this.ofModel.grow(this.texts, this.context, this.isLast);
      this.modelPosition = this.position;
    }
    const { units, isWhole } = this.ofModel;
    return { units, isWhole, question: this.question };
  }
}

/** Texts of the messages, a line break after each, and the domain context, indexed up to one position after another. */
class EvidenceText {
  private readonly evidence = new Evidence();
  private lines = '';
  private readonly ends: number[] = [];
  private position = -1;
  /** Made when a tool call is first judged. */
  private ofArguments: ArgumentEvidence | null = null;

  constructor(
    private readonly messages: readonly Message[],
    private readonly textsOf: (messages: Message[]) => string[],
    private readonly context: string,
  ) {}

  upTo(position: number, isLast: boolean): Evidence {
    if (this.ends.length === 0) this.joinAll();
    if (this.position !== position) {
      const end = position === 0 ? 0 : (this.ends[position - 1] as number);
      this.evidence.grow(this.lines.slice(0, end), this.context, isLast);
      this.position = position;
    }
    return this.evidence;
  }

  argumentsUpTo(position: number, isLast: boolean): ArgumentEvidence {
    const evidence = this.upTo(position, isLast);
    this.ofArguments ??= new ArgumentEvidence(evidence);
    return this.ofArguments;
  }

  /** In one string, of which those up to a position cost no copy. */
  private joinAll(): void {
    const texts = this.messages.map((message) =>
      this.textsOf([message])
        .map((text) => `${text}\n`)
        .join(''),
    );
    let end = 0;
    for (const text of texts) {
      end += text.length;
      this.ends.push(end);
    }
    this.lines = texts.join('');
  }
}
