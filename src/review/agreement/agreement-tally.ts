import { countMarked, type MarkedCharacters } from '../../../packages/statistics';
import { groupBy } from '../../platform/group-by';
import type { Reviewer } from '../reviewer/reviewer';
import type { ReviewedSpan } from '../reviews/review';
import type { Judgment } from './judged-items';

/** Items by what two reviewers say of them: yes or no. The items of which both say no are the rest. */
export interface YesCounts {
  both: number;
  one: number;
  other: number;
}

/** Of the reply as a whole, or of one label. */
export interface AgreementCounts {
  yes: YesCounts;
  marked: MarkedCharacters;
}

/** What two reviewers say of the items that both have completed. */
export interface PairTally extends AgreementCounts {
  reviewers: [one: Reviewer, other: Reviewer];
  itemCount: number;
  labels: Map<string, AgreementCounts>;
}

/** Items by the number of their reviewers who say yes. */
export type Votes = Map<number, number>;

/** Counts of what reviewers say of the items of a queue; needs memory for pairs and labels, not for items. */
export class AgreementTally {
  itemCount = 0;
  /** Items that all reviewers have completed for whom the queue has a place. */
  finishedCount = 0;
  readonly pairs = new Map<string, PairTally>();
  readonly votes: Votes = new Map();
  readonly labelVotes = new Map<string, Votes>();

  constructor(readonly reviewersPerItem: number) {}

  /** Adds an item; of one reviewer it says nothing about agreement. */
  add(judgments: readonly Judgment[]): void {
    if (judgments.length < 2) return;
    this.itemCount += 1;
    if (judgments.length === this.reviewersPerItem) this.addVotes(judgments);
    const inOrder = judgments.toSorted((a, b) => (a.reviewer.userId < b.reviewer.userId ? -1 : 1));
    for (const [index, one] of inOrder.entries()) {
      for (const other of inOrder.slice(index + 1)) this.addPair(one, other);
    }
  }

  private addVotes(judgments: readonly Judgment[]): void {
    this.finishedCount += 1;
    vote(this.votes, judgments.filter(({ hasIssue }) => hasIssue).length);
    for (const label of labelsOf(judgments)) {
      const votes = this.labelVotes.get(label) ?? new Map<number, number>();
      this.labelVotes.set(label, votes);
      vote(votes, judgments.filter(({ spans }) => spans.some((span) => span.label === label)).length);
    }
  }

  private addPair(one: Judgment, other: Judgment): void {
    const key = `${one.reviewer.userId} ${other.reviewer.userId}`;
    const pair = this.pairs.get(key) ?? {
      ...emptyAgreementCounts(),
      reviewers: [one.reviewer, other.reviewer],
      itemCount: 0,
      labels: new Map<string, AgreementCounts>(),
    };
    this.pairs.set(key, pair);
    pair.itemCount += 1;
    addYes(pair.yes, one.hasIssue, other.hasIssue);
    addMarked(pair.marked, compareSpans(one.spans, other.spans));
    for (const label of labelsOf([one, other])) {
      const compared = pair.labels.get(label) ?? emptyAgreementCounts();
      pair.labels.set(label, compared);
      const [left, right] = [one, other].map(({ spans }) => spans.filter((span) => span.label === label));
      addYes(compared.yes, left?.length !== 0, right?.length !== 0);
      addMarked(compared.marked, compareSpans(left ?? [], right ?? []));
    }
  }
}

export function emptyAgreementCounts(): AgreementCounts {
  return { yes: { both: 0, one: 0, other: 0 }, marked: { one: 0, other: 0, both: 0 } };
}

export function addMarked(total: MarkedCharacters, added: MarkedCharacters): void {
  total.one += added.one;
  total.other += added.other;
  total.both += added.both;
}

function addYes(yes: YesCounts, one: boolean, other: boolean): void {
  if (one && other) yes.both += 1;
  else if (one) yes.one += 1;
  else if (other) yes.other += 1;
}

function vote(votes: Votes, count: number): void {
  votes.set(count, (votes.get(count) ?? 0) + 1);
}

function labelsOf(judgments: readonly Judgment[]): Set<string> {
  return new Set(judgments.flatMap(({ spans }) => spans.map(({ label }) => label)));
}

function compareSpans(one: readonly ReviewedSpan[], other: readonly ReviewedSpan[]): MarkedCharacters {
  const total = { one: 0, other: 0, both: 0 };
  const partOf = ({ messagePartIndex }: ReviewedSpan) => messagePartIndex;
  const toText = ({ startOffset, endOffset }: ReviewedSpan) => ({ start: startOffset, end: endOffset });
  const [left, right] = [groupBy([...one], partOf), groupBy([...other], partOf)];
  for (const part of new Set([...left.keys(), ...right.keys()])) {
    const [mine, theirs] = [left.get(part) ?? [], right.get(part) ?? []];
    addMarked(total, countMarked(mine.map(toText), theirs.map(toText)));
  }
  return total;
}
