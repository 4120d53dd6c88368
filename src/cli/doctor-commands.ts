import type { Command } from 'commander';
import { type ServiceArguments, withServiceOptions } from './shared/connection/service-options';
import { runCommand } from './shared/exit';
import { withHelp } from './shared/help';

const load = () => import('./doctor.command.js');

/** Registers `assay doctor …`, a client of a running service. */
export function registerDoctor(program: Command): void {
  const doctor = program.command('doctor').description('find out why data is missing');
  const traces = doctor
    .command('traces')
    .description('say what exporters have sent, what was ignored and why, and what to change')
    .action((flags: ServiceArguments) =>
      runCommand(flags, async (command) => (await load()).runDoctorTraces(command)),
    );
  withHelp(withServiceOptions(traces), {
    examples: [['assay doctor traces', 'what arrived, by SDK']],
    exitCodes: [[0, 'printed']],
    page: 'ingestion.md#what-arrived-and-what-did-not',
  });

  const times = doctor
    .command('times')
    .description('list conversations with impossible times, which an import in the wrong unit has stored')
    .action((flags: ServiceArguments) =>
      runCommand(flags, async (command) => (await load()).runDoctorTimes(command)),
    );
  withHelp(withServiceOptions(times), {
    examples: [['assay doctor times --json | jq -r .id', 'ids of what to delete']],
    exitCodes: [[0, 'printed']],
    page: 'ingestion.md#what-arrived-and-what-did-not',
  });
}
