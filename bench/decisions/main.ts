import { goalLine, machineFacts, saveReport } from '../report-file';
import { exitAfter } from '../run-benchmark';
import { intervalsSection } from './intervals-section';
import { looksSection } from './looks-section';
import { samplesSection } from './samples-section';
import type { Section } from './section';
import { stoppingSection } from './stopping-section';
import { winnersSection } from './winners-section';

const sections: Section[] = [looksSection, stoppingSection, intervalsSection, samplesSection, winnersSection];

/** `npm run bench:decisions`: simulates how often decisions are wrong, and how often they find a difference. */
async function main(): Promise<void> {
  const { cores, cpu, node } = machineFacts();
  process.stdout.write(`${cores} cores (${cpu}), Node ${node}\n`);
  const results = [];
  for (const { key, run } of sections) {
    const result = await run();
    process.stdout.write(`${result.table}\n${result.goals.map(goalLine).join('\n')}\n`);
    results.push({ key, ...result });
  }
  const goals = results.flatMap((result) => result.goals);
  const measured = Object.fromEntries(results.map(({ key, measured }) => [key, measured]));
  process.stdout.write(`Written to ${saveReport('decisions-', { goals, measured })}\n`);
}

exitAfter(main());
