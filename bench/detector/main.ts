import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { readBenchLines } from './bench-lines';
import { measureGrowth } from './growth';
import { printReport, writeReport } from './report';
import { measureOneThread, measureThreads } from './speed';

const log = (line: string) => process.stderr.write(`${line}\n`);
const peakRssMib = () => process.resourceUsage().maxRSS / 1024;

/** `npm run bench:detector`: how fast the embedded detector is, beside a bare pass over the same texts. */
async function main({ data }: { data?: string }): Promise<void> {
  const lines = await readBenchLines(data ?? null);
  log(`One thread, ${lines.length} conversations`);
  const oneThread = await measureOneThread(lines);
  const oneThreadMib = peakRssMib();
  log(`All cores, ${lines.length} conversations`);
  const allCores = await measureThreads(lines, availableParallelism());
  const allCoresMib = peakRssMib();
  log('Growth with length');
  const growth = await measureGrowth(({ growing, characters, medianMs }) =>
    log(`  ${growing} grows: ${characters} characters, ${medianMs.toFixed(1)} ms`),
  );
  const measurements = {
    data: data ?? null,
    oneThread,
    allCores,
    growth,
    peakRssMib: { oneThread: oneThreadMib, allCores: allCoresMib },
  };
  printReport(measurements);
  log(`Written to ${writeReport(measurements)}`);
}

new Command('bench:detector')
  .option('--data <file>', 'conversations, one a line, plain or gzipped, to measure the speed with')
  .action(main)
  .parseAsync()
  .catch((error: unknown) => {
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(1);
  });
