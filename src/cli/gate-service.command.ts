import type { Experiment } from '../../packages/client';
import {
  buildReport,
  checkPinnedCases,
  decideInOrder,
  type GateCosts,
  type GateReport,
  limitPairs,
  pairCases,
  type Side,
} from '../../packages/gate';
import { checkOutputs } from './gate/check-outputs';
import { publishReport, type ReportOptions } from './gate/publish-report';
import { type Candidate, type CandidateOptions, findCandidate } from './gate-service/candidate';
import { canStopEarly, decideCandidate, type Results } from './gate-service/decide-candidate';
import type { GateService } from './gate-service/gate-service';
import {
  casesOf,
  differencesInOrder,
  listNotRun,
  originalCasesOf,
  sameTurns,
} from './gate-service/item-cases';
import { listNewFindings } from './gate-service/new-findings';
import { findOpponent, judgeOf, type Opponent, rejectChosenReplies } from './gate-service/opponent';
import { countReplies, readPinnedRuns } from './gate-service/pinned-runs';
import { planEffect } from './gate-service/plan-effect';
import { runPinned } from './gate-service/run-pinned';
import { runToEnd } from './gate-service/run-to-end';
import { selectConversations } from './gate-service/selection';
import { showProgress } from './gate-service/show-progress';
import { type StartedCandidate, startCandidate } from './gate-service/start-candidate';
import { stoppedText } from './gate-service/stopped';
import { type GateSession, withGate } from './gate-service/with-gate';

export interface GateServiceOptions extends CandidateOptions, ReportOptions, GateSession {
  /** `baseline`, the id of an experiment, or the JSON report of an earlier gate. */
  against: string;
  metric: string;
  /** Percentage points, like `2pt`. */
  minEffect?: string;
  undecided?: 'pass' | 'fail';
  /** The file with the pinned cases. */
  mustPass?: string;
}

/**
 * `assay gate --set`: runs a candidate on a set of conversations and decides whether its replies are worse. Resolves to
 * the exit code.
 * @throws Error, AssayError or UnreachableError if it could not run
 */
export async function runGateService(options: GateServiceOptions): Promise<number> {
  const { against, mustPass, systemPrompt } = options;
  await checkOutputs(options, [against, mustPass, systemPrompt]);
  return withGate(options, async (service) => {
    const report = await decideOnService(service, options);
    await publishReport(report, options);
    return report.exit_code;
  });
}

async function decideOnService(service: GateService, options: GateServiceOptions): Promise<GateReport> {
  const { pinned, runs } = await readPinnedRuns(options.mustPass);
  const candidate = await findCandidate(service, options, options.env);
  const opponent = await findOpponent(service, options.against);
  rejectChosenReplies(candidate.set, opponent);
  const selection = await selectConversations(service, candidate.set, opponent);
  const effect = await planEffect(service, {
    given: options.minEffect,
    conversations: selection.count,
    looks: opponent.kind === 'report' && !opponent.isEarly ? 'once' : 'any',
  });
  const replies = selection.repliesCount + countReplies(runs);
  const share = selection.repliesCount / replies;
  const { metric } = options;
  const started = await startCandidate(service, candidate, { opponent, selection, effect, metric, share });
  const [ended, pinnedResults] = await Promise.all([
    runCandidate(service, started, opponent),
    runPinned(service, candidate, { runs, replyShare: 1 / replies }),
  ]);
  const sides = sidesOf(service, { candidate, opponent, ...ended });
  const notRun = listNotRun(ended.results.items);
  const allPairs = pairCases(sides.baseline.cases, sides.candidate.cases, notRun);
  const decision = await decideCandidate(
    { candidate: ended.experiment, opponent, pairing: allPairs },
    ended.results,
    started.rule,
  );
  // They decided in the order in which items start, which is that of the list.
  const pairing = limitPairs(allPairs, decision.pairs);
  return buildReport({
    from: 'service',
    ...sides,
    pairing,
    decision,
    minEffectSource: effect.source,
    pinned: checkPinnedCases(pinned, pinnedResults.cases),
    newFindings: await listNewFindings(service, { ...ended, items: ended.results.items, pairing }),
    stopped: stoppedText(ended.experiment, ended.results.items, decision),
    costs: sumCosts([ended.experiment, ...pinnedResults.experiments]),
    undecidedAs: options.undecided ?? null,
  });
}

interface EndedCandidate {
  experiment: Experiment;
  results: Results;
}

/** Runs the candidate, and the experiment that it is compared with, until both have ended or are decided. */
async function runCandidate(
  service: GateService,
  { experiment, rule }: StartedCandidate,
  opponent: Opponent,
): Promise<EndedCandidate> {
  const { client, signal } = service;
  const list = (id: string) => client.experiments.items(id, {}, { signal }).toArray();
  const otherId = opponent.kind === 'experiment' ? opponent.experiment.id : null;
  const read = async (): Promise<Results> => ({
    items: await list(experiment.id),
    others: otherId === null ? [] : await list(otherId),
  });
  const isDecided = async () => {
    const { items, others } = await read();
    return decideInOrder(differencesInOrder(items, others), rule).outcome !== 'undecided';
  };
  const ended = await showProgress(experiment.total_items_count, (show) =>
    runToEnd(service, experiment, { show, ...(canStopEarly(opponent) && { isDecided }) }),
  );
  // The pairs of a candidate that was cancelled are those so far.
  if (otherId !== null && ended.status !== 'cancelled') await client.experiments.waitFor(otherId, { signal });
  return { experiment: ended, results: await read() };
}

function sidesOf(
  { urlOf }: GateService,
  {
    candidate,
    opponent,
    experiment,
    results: { items, others },
  }: EndedCandidate & { candidate: Candidate; opponent: Opponent },
): { baseline: Side; candidate: Side } {
  const judge = judgeOf(experiment);
  return {
    baseline: opponentSide(),
    candidate: {
      name: `${candidate.model} at ${candidate.commit.slice(0, 12)}, ${candidate.set.reference}`,
      url: urlOf(experiment.id),
      judge,
      cases: casesOf(items),
    },
  };

  function opponentSide(): Side {
    if (opponent.kind === 'baseline')
      return { name: 'original replies', judge, cases: originalCasesOf(items) };
    if (opponent.kind === 'report') return { name: opponent.name, judge, cases: opponent.cases };
    const { id, name } = opponent.experiment;
    return { name, url: urlOf(id), judge, cases: casesOf(sameTurns(items, others)) };
  }
}

function sumCosts(experiments: readonly Experiment[]): GateCosts {
  const sum = (costOf: (experiment: Experiment) => number | null) =>
    experiments
      .map(costOf)
      .reduce((total, cost) => (total === null || cost === null ? null : total + cost), 0);
  return {
    cost_cents: sum((one) => one.cost_cents),
    generation_cost_cents: sum((one) => one.generation_cost_cents),
    judging_cost_cents: sum((one) => one.judging_cost_cents),
    wasted_cost_cents: sum((one) => one.wasted_cost_cents),
  };
}
