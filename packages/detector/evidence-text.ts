import type { Message } from '../formats';
import { codePointConverter } from '../text';
import { ArgumentEvidence } from './arguments/argument-evidence';
import { type EvidenceLocation, MAX_EVIDENCE_LOCATIONS } from './contract/annotation';
import { Evidence } from './evidence/evidence';
import type { EvidencePart } from './evidence/evidence-texts';
import type { Lexicon } from './gazetteers/lexicon';
import { findRegionAt, type PlacedText, type Region } from './text/regions';

/** A part of a message with the place of its text in all of them. */
interface PlacedPart extends Region {
  messageIndex: number;
  messagePartIndex: number;
  /** Converts offsets in the part to code points; made when a place in the part is first located. */
  toCodePoints: ((utf16Index: number) => number) | null;
}

/** A copy of a place of the messages, behind them. */
interface Copy extends Region {
  /** Where the original is. */
  place: number;
}

/** Texts of the messages, a line break after each, and the domain context, indexed up to one position after another. */
export class EvidenceText {
  private readonly evidence = new Evidence();
  private lines = '';
  private readonly parts: PlacedPart[] = [];
  /** Where the texts of each message end. */
  private readonly ends: number[] = [];
  private position = -1;
  /** Where the texts before the position end; the domain context follows. */
  private end = 0;
  private copies: readonly Copy[] = [];
  /** Made when a tool call is first judged. */
  private arguments: ArgumentEvidence | null = null;

  constructor(
    private readonly messages: readonly Message[],
    private readonly listParts: (message: Message) => EvidencePart[],
    private readonly context: string,
    private readonly lexicon: Lexicon,
  ) {}

  /**
   * Indexes the messages before `position`, which never goes back, and `selected`, which is about the reply there and is
   * read where it is first asked for. `isLast`: there is no next position.
   */
  moveTo(position: number, isLast: boolean, selected: () => readonly PlacedText[] = () => []): this {
    if (this.ends.length === 0) this.joinAll();
    if (this.position !== position) {
      this.end = position === 0 ? 0 : (this.ends[position - 1] as number);
      const added = this.copy(selected());
      this.evidence.grow(this.lines.slice(0, this.end), added, isLast);
      this.position = position;
    }
    return this;
  }

  /** What follows the messages: the domain context, and the selected texts, a line break after each. */
  private copy(selected: readonly PlacedText[]): string {
    let rest = this.context;
    this.copies = selected.map(({ text, place }) => {
      const start = this.end + rest.length + 1;
      rest = `${rest}\n${text}`;
      return { start, end: start + text.length, place };
    });
    return rest;
  }

  /** What texts are compared with. */
  get forTexts(): Evidence {
    return this.evidence;
  }

  /** What arguments of tool calls are compared with. */
  get forArguments(): ArgumentEvidence {
    this.arguments ??= new ArgumentEvidence(this.evidence, this.lexicon);
    return this.arguments;
  }

  /** A place of the messages for one in a selected text. */
  toOriginal({ start, end }: Region): Region {
    const copy = this.copies.find((one) => one.start <= start && end <= one.end);
    const by = copy === undefined ? 0 : copy.place - copy.start;
    return { start: start + by, end: end + by };
  }

  /** The places in message parts, distinct, at most `MAX_EVIDENCE_LOCATIONS`; without those of the domain context. */
  locate(places: readonly Region[]): EvidenceLocation[] {
    const locations = new Map<string, EvidenceLocation>();
    for (const place of places) {
      const location = this.findLocation(place);
      if (location !== null) locations.set(Object.values(location).join(), location);
      if (locations.size === MAX_EVIDENCE_LOCATIONS) break;
    }
    return [...locations.values()];
  }

  /** Null for white space, and for what is not in one part. */
  private findLocation(place: Region): EvidenceLocation | null {
    if (place.end > this.end) return null;
    const part = findRegionAt(this.parts, place.start);
    const { start, end } = this.trim(place);
    if (part === undefined || start < part.start || start >= end || end > part.end) return null;
    part.toCodePoints ??= codePointConverter(this.lines.slice(part.start, part.end));
    return {
      messageIndex: part.messageIndex,
      messagePartIndex: part.messagePartIndex,
      startOffset: part.toCodePoints(start - part.start),
      endOffset: part.toCodePoints(end - part.start),
    };
  }

  private trim({ start, end }: Region): Region {
    const text = this.lines.slice(start, end);
    const trimmed = text.trimStart();
    const from = start + text.length - trimmed.length;
    return { start: from, end: from + trimmed.trimEnd().length };
  }

  /** In one string, of which those up to a position cost no copy. */
  private joinAll(): void {
    const texts: string[] = [];
    let end = 0;
    for (const [messageIndex, message] of this.messages.entries()) {
      for (const { messagePartIndex, text } of this.listParts(message)) {
        this.parts.push({
          messageIndex,
          messagePartIndex,
          start: end,
          end: end + text.length,
          toCodePoints: null,
        });
        texts.push(`${text}\n`);
        end += text.length + 1;
      }
      this.ends.push(end);
    }
    this.lines = texts.join('');
  }
}
