import { type Case, pairCases } from '../../packages/gate';
import { type CalibrationOptions, printCalibration } from './gate/calibrate-differences';
import { type Candidate, type CandidateOptions, findCandidate, requestOf } from './gate-service/candidate';
import type { GateService } from './gate-service/gate-service';
import { casesOf } from './gate-service/item-cases';
import { runToEnd } from './gate-service/run-to-end';
import { showProgress } from './gate-service/show-progress';
import { gateKey, startOnce } from './gate-service/start-once';
import { type GateSession, withGate } from './gate-service/with-gate';

export interface CalibrateServiceOptions extends CandidateOptions, CalibrationOptions, GateSession {}

/**
 * `assay gate calibrate --set`: runs the same candidate twice, and prints how often the gate would be red by chance.
 * Resolves to 0.
 * @throws Error, AssayError or UnreachableError if it could not run
 */
export async function runCalibrateService(options: CalibrateServiceOptions): Promise<number> {
  return withGate(options, async (service) => {
    const candidate = await findCandidate(service, options, options.env);
    const [first = [], second = []] = await runTwice(service, candidate);
    const differences = pairCases(first, second).pairs.map(({ difference }) => difference);
    if (differences.length === 0) throw new Error('No conversation has a verdict on both of its replies');
    await printCalibration(differences, 'any', options);
    return 0;
  });
}

async function runTwice(service: GateService, candidate: Candidate): Promise<Case[][]> {
  const { client, signal } = service;
  const done = [0, 0];
  return showProgress(2 * candidate.set.count, (show) =>
    Promise.all(
      done.map(async (_, index) => {
        const started = await startOnce(service, {
          key: gateKey({ ...candidate.identity, calibrate: index }),
          name: `${candidate.label}, calibration ${index + 1} of 2`,
          request: { ...requestOf(candidate, 1 / 2), set: candidate.set.reference },
        });
        service.say(`Run ${index + 1} of 2: ${service.urlOf(started.id)}`);
        const showRun = (count: number) => {
          done[index] = count;
          show(done.reduce((sum, one) => sum + one, 0));
        };
        const { id } = await runToEnd(service, started, { show: showRun });
        return casesOf(await client.experiments.items(id, {}, { signal }).toArray());
      }),
    ),
  );
}
