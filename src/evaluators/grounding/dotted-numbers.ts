const MOST_ALIKE = 4;
/** Bounded, so that a text of dots and digits is read once; longer chains are no version. */
const DOTTED = /(?<![\d.])\d{1,9}(?:\.\d{1,9}){1,7}(?!\.?\d)/g;
/** "2.14.3" and "192.168.0.10", but neither "2.5" nor "1.000.000". */
const VERSION = /^(?!\d{1,3}(?:\.\d{3})+$)\d+(?:\.\d+){2,}$/;

/** Versions and addresses of machines in a text. */
export const scanVersions = (text: string): string[] => scanDotted(text).filter((it) => VERSION.test(it));

/** The numbers that dots join in a text, as written. */
export class DottedNumbers {
  private readonly all: Set<string>;
  /** The first few, by how many numbers they join. */
  private readonly byCount = new Map<number, string[]>();

  constructor(text: string) {
    this.all = new Set(scanDotted(text));
    for (const dotted of this.all) {
      const count = dotted.split('.').length;
      const alike = this.byCount.get(count) ?? [];
      if (alike.length < MOST_ALIKE) this.byCount.set(count, [...alike, dotted]);
    }
  }

  /** Whether they occur so, zeros at their end apart: "2.14.0" as "2.14". */
  has(dotted: string): boolean {
    return this.all.has(dotted) || this.all.has(withoutZeros(dotted));
  }

  /** Some that join as many numbers. */
  alike(dotted: string): readonly string[] {
    return this.byCount.get(dotted.split('.').length) ?? [];
  }
}

/** A version as its beginning: "2.14.0" as "2.14", "18.0.0" as "18". */
export const withoutZeros = (dotted: string): string => dotted.replace(/(?:\.0+)+$/, '');

const scanDotted = (text: string): string[] => text.match(DOTTED) ?? [];
