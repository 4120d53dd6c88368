import { goalLine, machineFacts, saveReport } from '../report-file';
import { looksSection } from './looks-section';
import type { Section } from './section';
import { stoppingSection } from './stopping-section';

const sections: Section[] = [looksSection, stoppingSection];

/** `npm run bench:decisions`: simulates how often decisions are wrong, and how often they find a difference. */
function main(): void {
  const { cores, cpu, node } = machineFacts();
  process.stdout.write(`${cores} cores (${cpu}), Node ${node}\n`);
  const results = sections.map(({ key, run }) => {
    const result = run();
    process.stdout.write(`${result.table}\n${result.goals.map(goalLine).join('\n')}\n`);
    return { key, ...result };
  });
  const goals = results.flatMap((result) => result.goals);
  const measured = Object.fromEntries(results.map(({ key, measured }) => [key, measured]));
  process.stdout.write(`Written to ${saveReport('decisions-', { goals, measured })}\n`);
}

main();
