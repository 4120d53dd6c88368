import { createHash } from 'node:crypto';
import type { ItemFindings } from '../../src/experiments/store/experiment';
import { assess, evidenceOf } from '../../src/optimization/runs/assessment';
import { planSplit, splitConversations } from '../../src/optimization/runs/conversation-split';
import type { Assessment, Objective } from '../../src/optimization/runs/optimization-run';
import { splitOf } from '../../src/optimization/runs/run-limits';
import { decide, findNamed } from '../../workflows/optimization-run/decision';
import type { CandidateState, CompleteReport } from '../../workflows/optimization-run/run-state';
import { initialState } from '../../workflows/optimization-run/run-state';
import { makeRandom, type Random } from '../analytics/random';

type Reply = ItemFindings['reply'];

/** Replies to one conversation: of the baseline, and of a candidate given the one of the baseline. */
export interface Truth {
  objective: Objective;
  drawBaseline(random: Random): Reply;
  /** `isBetter`: of the one candidate with a true difference. */
  drawCandidate(random: Random, baseline: Reply, isBetter: boolean): Reply;
}

export interface Scenario {
  truth: Truth;
  conversations: number;
  holdoutShare: number;
  candidates: number;
  /** Whether the first candidate is better; the others never differ from the baseline. */
  hasBetter: boolean;
}

export interface Winners {
  runs: number;
  holdoutCount: number;
  /** Runs with a winner that does not differ from the baseline. */
  falseWinners: number;
  /** Runs whose winner is better. */
  trueWinners: number;
  /** Runs whose best candidate is better by its verdict on the conversations of the search, without a correction. */
  uncorrected: number;
  /** Runs in which one test of the first candidate on all conversations finds it better: the reference. */
  fixed: number;
}

/** Simulates optimization runs with the decision code of the service. Deterministic for a seed. */
export async function simulateWinners(scenario: Scenario, runs: number, seed: string): Promise<Winners> {
  const random = makeRandom(seed);
  const conversationIds = Array.from({ length: scenario.conversations }, (_, index) =>
    createHash('sha256').update(`${seed} ${index}`).digest('hex').slice(0, 32),
  );
  const run = { conversationIds, split: planSplit(conversationIds, scenario.holdoutShare) };
  const winners = {
    runs,
    holdoutCount: splitConversations(run).holdout.length,
    falseWinners: 0,
    trueWinners: 0,
    uncorrected: 0,
    fixed: 0,
  };
  for (let number = 0; number < runs; number += 1) {
    const found = await simulateRun(scenario, run, random, `${number}`);
    if (found.winner !== null && found.winner === 0 && scenario.hasBetter) winners.trueWinners += 1;
    else if (found.winner !== null) winners.falseWinners += 1;
    if (found.isUncorrectedWinner) winners.uncorrected += 1;
    if (found.isFixedWinner) winners.fixed += 1;
  }
  return winners;
}

async function simulateRun(
  { truth, candidates, hasBetter }: Scenario,
  run: Parameters<typeof splitOf>[0],
  random: Random,
  seed: string,
) {
  const { objective, drawBaseline, drawCandidate } = truth;
  const baseline = run.conversationIds.map((id, position) => toItem(id, position, drawBaseline(random)));
  const parts = splitConversations(run);
  const isHeldOut = new Set(parts.holdout);
  const states: CandidateState[] = [];
  const [search, holdout] = [
    baseline.filter(({ conversationId }) => !isHeldOut.has(conversationId)),
    baseline.filter(({ conversationId }) => isHeldOut.has(conversationId)),
  ];
  const draw = (items: readonly ItemFindings[], index: number) =>
    items.map(({ conversationId, position, reply }) =>
      toItem(conversationId, position, drawCandidate(random, reply, hasBetter && index === 0)),
    );
  let firstReplies: ItemFindings[] = [];
  const compare = (items: readonly ItemFindings[], part: string): Promise<Assessment> =>
    assess(objective, [], {
      baseline: { items: baseline },
      candidate: { items },
      seed: `${seed}/${part}`,
    });
  for (let index = 0; index < candidates; index += 1) {
    const items = draw(search, index);
    if (index === 0) firstReplies = items;
    const assessment = await compare(items, `${index}`);
    states.push(measuredState(index, assessment, evidenceOf(objective, assessment)));
  }
  const state = { ...initialState(), candidates: states };
  const report: CompleteReport = {
    kind: 'complete',
    agentTurns: 0,
    bestCandidateId: null,
    choose: 'best',
    summary: '',
  };
  const named = findNamed(state, report, 1);
  const decision = decide(state, named, report, splitOf(run));
  const winner = states.findIndex(({ id }) => id === named?.id);
  // Replies on the hold-out do not depend on those of the search: they are drawn where they are needed.
  const isAccepted =
    decision === null
      ? (await compare(draw(holdout, winner), 'holdout')).verdict === 'better'
      : decision.isAccepted;
  const everywhere = [...firstReplies, ...draw(holdout, 0)];
  return {
    winner: isAccepted ? winner : null,
    isUncorrectedWinner: named?.verdict === 'better',
    isFixedWinner: (await compare(everywhere, 'fixed')).verdict === 'better',
  };
}

function measuredState(
  index: number,
  { verdict }: Assessment,
  evidence: ReturnType<typeof evidenceOf>,
): CandidateState {
  return {
    id: `${index}`,
    key: `${index}`,
    fingerprint: '',
    epoch: 1,
    status: 'measured',
    experimentId: null,
    isSettled: true,
    verdict,
    ...evidence,
    error: null,
  };
}

function toItem(conversationId: string, position: number, reply: Reply): ItemFindings {
  return { id: conversationId, conversationId, position, reply };
}
