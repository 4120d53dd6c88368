import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { loadGroundingModel } from '../model/grounding-model';
import { type LabeledCase, readLabeled } from './labeled-data';
import { makeTwins, twinKinds } from './twins';
import { writeLines } from './twins-cases';
import { toLabeledCases } from './twins-labeled';
import { measureTwins, type TwinOutcome } from './twins-measure';

const USAGE = `Usage: npm run measure:twins -- --data FILE [--out FILE] [--per-kind N] [--part PART]

  --data FILE    labeled replies as NDJSON, .gz too; only those with "hallucinated": false are read
  --out FILE     writes the twins in the form of the data, .gz too, and measures nothing
  --per-kind N   twins of each kind at most (100)
  --part PART    of which sources: held-out, the fifth that training makes no twins of (the default), or training
`;

/** Whether a source is held out from training twins: one in five, by its hash. */
function isHeldOutSource(source: string): boolean {
  return createHash('sha256').update(source).digest().readUInt32BE(0) % 5 === 0;
}

/**
 * `npm run measure:twins`: how well the embedded evaluator distinguishes true replies from ones with a single
 * change.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      out: { type: 'string' },
      'per-kind': { type: 'string', default: '100' },
      part: { type: 'string', default: 'held-out' },
    },
  });
  const perKind = Number(values['per-kind']);
  if (values.data === undefined || !Number.isSafeInteger(perKind)) throw new Error(USAGE);
  const isHeldOut = values.part === 'held-out';
  const cases: LabeledCase[] = [];
  for await (const labeled of readLabeled([values.data])) {
    if (isHeldOutSource(labeled.source) === isHeldOut) cases.push(labeled);
  }
  const twins = makeTwins(cases, { perKind, seed: values.part });
  if (values.out !== undefined) {
    writeLines(values.out, twins.flatMap(toLabeledCases));
    process.stdout.write(`${twins.length} twins written to ${values.out}\n`);
    return;
  }
  process.stdout.write(`${twinTable(measureTwins(loadGroundingModel(), twins))}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

/** A table of percentages with a row per kind and one for all twins. */
function twinTable(outcomes: TwinOutcome[]): string {
  const table = new Table({
    head: ['change', 'twins', 'clean stays clean', 'change found', 'both', 'changed scores higher'],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
  });
  for (const kind of twinKinds)
    table.push([kind, ...sharesOf(outcomes.filter(({ twin }) => twin.kind === kind))]);
  table.push(['all', ...sharesOf(outcomes)]);
  return table.toString();
}

function sharesOf(outcomes: TwinOutcome[]): string[] {
  const share = (holds: (outcome: TwinOutcome) => boolean) =>
    outcomes.length === 0 ? '-' : ((100 * outcomes.filter(holds).length) / outcomes.length).toFixed(1);
  return [
    String(outcomes.length),
    share(({ isCleanAtPlace }) => isCleanAtPlace),
    share(({ isFound }) => isFound),
    share(({ isCleanAtPlace, isFound }) => isCleanAtPlace && isFound),
    share(({ isRanked }) => isRanked),
  ];
}
