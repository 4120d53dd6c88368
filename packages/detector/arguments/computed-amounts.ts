import type { JsonLeaf, JsonPath } from '../base/json-leaves';
import { scanStructuredData } from '../text/structured-data';
import type { ArgumentEvidence } from './argument-evidence';

/** Codes of one list of the call, and members of one list: more are not added up. */
const MAX_ITEMS = 20;
/** Characters around a code in which its record begins and ends. */
const MAX_RECORD_LENGTH = 1500;
const IS_CODE = /^(?=.*\d)(?=.*\p{L})[\p{L}\d_-]{3,40}$/u;

/** Amounts of a call that follow from it and the conversation in one step. */
export class ComputedAmounts {
  private totals: ReadonlySet<number> | null = null;
  private lists: ReadonlyMap<string, JsonLeaf[]> | null = null;

  constructor(
    private readonly leaves: readonly JsonLeaf[],
    private readonly evidence: ArgumentEvidence,
  ) {}

  /**
   * Whether the number is what the records of the codes in the call add up to, for each of so many as a list of the call has;
   * or, with the other members of its list, makes such a sum or a number that the conversation states.
   */
  has({ path, value }: Pick<JsonLeaf, 'path'> & { value: number }): boolean {
    this.lists ??= this.groupByList();
    this.totals ??= this.listTotals(this.lists);
    if (this.totals.has(value)) return true;
    const members = (this.lists.get(toListKey(path)) ?? []).slice(0, MAX_ITEMS + 1);
    if (members.length < 2 || members.length > MAX_ITEMS) return false;
    const sum = round(members.reduce((total, member) => total + Number(member.value), 0));
    return this.totals.has(sum) || this.evidence.stated.states(sum);
  }

  private groupByList(): Map<string, JsonLeaf[]> {
    const lists = new Map<string, JsonLeaf[]>();
    for (const leaf of this.leaves) {
      const key = toListKey(leaf.path);
      const members = lists.get(key);
      if (members === undefined) lists.set(key, [leaf]);
      else members.push(leaf);
    }
    return lists;
  }

  private listTotals(lists: ReadonlyMap<string, JsonLeaf[]>): Set<number> {
    const counts = [1, ...new Set(this.countLists().filter((count) => count > 1))];
    const codes = [...lists.values()].filter(
      (list) => list.length <= MAX_ITEMS && list.every(({ value }) => IS_CODE.test(String(value))),
    );
    const sums = codes.flatMap((list) => {
      const records = list.map(({ value }) => this.readRecord(String(value)));
      const fields = records[0] ?? new Map<string, number>();
      return [...fields.keys()]
        .filter((field) => records.every((record) => record.has(field)))
        .map((field) => records.reduce((total, record) => total + (record.get(field) as number), 0));
    });
    return new Set(sums.flatMap((sum) => counts.map((count) => round(sum * count))));
  }

  /** How many items each list of the call has. */
  private countLists(): number[] {
    const counts = new Map<string, number>();
    for (const { path } of this.leaves) {
      path.forEach((segment, depth) => {
        if (typeof segment !== 'number') return;
        const list = toListKey(path.slice(0, depth));
        counts.set(list, Math.max(counts.get(list) ?? 0, segment + 1));
      });
    }
    return [...counts.values()];
  }

  /** The numbers of the innermost object of the conversation that has the code, the last one. */
  private readRecord(code: string): Map<string, number> {
    const { text } = this.evidence.base;
    const at = text.lastIndexOf(`"${code}"`);
    const start = at === -1 ? -1 : text.lastIndexOf('{', at);
    if (start === -1 || at - start > MAX_RECORD_LENGTH) return new Map();
    const [block] = scanStructuredData(text.slice(start, start + MAX_RECORD_LENGTH));
    const fields = (block?.fields ?? []).filter(({ kind }) => kind === 'number');
    return new Map(fields.map(({ path, value }) => [path.join('.'), Number(value)]));
  }
}

/** The same for all members of a list. */
const toListKey = (path: JsonPath): string =>
  path.map((segment) => (typeof segment === 'number' ? '' : `.${segment}`)).join('\n');

const round = (value: number): number => Number(value.toPrecision(12));
