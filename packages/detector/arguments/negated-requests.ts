import { normalizeWord, scanTokens, stem, type Token } from '../base/tokens';
import { Follower, type UndoLog } from '../evidence/undo-log';
import { isNegation } from '../gazetteers/modifiers';
import type { WrittenRegion } from '../text/regions';
import type { Clauses } from './clauses';

/** Words of parameter names that only say that something is wanted or not. */
const ASKING = new Set(
  (
    'is has have with include includes included including enable enabled allow allowed allows need needs needed want wants wanted ' +
    'require requires required show shows use uses used add added provide provided offer offered apply applied flag option should'
  ).split(' '),
);
const EXCLUDING = new Set(
  'exclude excluding excludes skip skipping omit omitting except avoid avoiding'.split(' '),
);
const MAX_DISTANCE = 3;

interface ReadClause extends WrittenRegion {
  tokens: readonly Token[];
  /** Normalized. */
  words: readonly string[];
  stems: readonly string[];
}

/** The clauses of a conversation by their words, for what it says no to. */
export class NegatedRequests {
  private readonly clausesOfStem = new Map<string, ReadClause[]>();
  private readonly follower: Follower<WrittenRegion>;

  constructor(
    private readonly clauses: Clauses,
    private readonly log: UndoLog,
  ) {
    this.follower = new Follower(clauses.list, log, (clause) => this.addClause(clause));
  }

  private addClause(read: WrittenRegion): void {
    const tokens = scanTokens(read.text);
    const words = tokens.map((token) => normalizeWord(token.text));
    const stems = words.map(stem);
    const clause = { ...read, tokens, words, stems };
    for (const word of new Set(stems)) {
      const same = this.clausesOfStem.get(word);
      if (same === undefined) this.log.set(this.clausesOfStem, word, [clause]);
      else this.log.push(same, clause);
    }
  }

  /**
   * The words by which the conversation says no to what a parameter asks: "without breakfast" for `include_breakfast`.
   * Null where it says nothing of it, or yes somewhere too.
   */
  find(nameWords: readonly string[]): WrittenRegion | null {
    const objectStems = nameWords.filter((word) => !ASKING.has(word)).map(stem);
    if (objectStems.length === 0 || nameWords.some((word) => isNegation(word) || EXCLUDING.has(word)))
      return null;
    this.clauses.update();
    this.follower.update();
    const [clauses = []] = objectStems
      .map((word) => this.clausesOfStem.get(word) ?? [])
      .sort((a, b) => a.length - b.length);
    let negatedRequest: WrittenRegion | null = null;
    for (const { start: at, text, tokens, words, stems } of clauses) {
      const places = objectStems.map((word) => stems.indexOf(word));
      if (places.includes(-1)) continue;
      const first = Math.min(...places);
      const from = Math.max(0, first - MAX_DISTANCE);
      const denied = words.slice(from, first).findIndex((word) => isNegation(word) || EXCLUDING.has(word));
      if (denied === -1) return null;
      const start = (tokens[from + denied] as Token).start;
      const { end } = tokens[Math.max(...places)] as Token;
      negatedRequest = { start: at + start, end: at + end, text: text.slice(start, end) };
    }
    return negatedRequest;
  }
}
