import type { Command } from 'commander';

/** Registers `assay doctor …`, a client of a running service. */
export function registerDoctor(program: Command): void {
  const doctor = program
    .command('doctor')
    .description('find out why data is missing; asks the service at ASSAY_URL with the key in ASSAY_API_KEY');
  doctor
    .command('traces')
    .description('say what exporters have sent, what was ignored and why, and what to change')
    .action(async () => {
      const { runDoctorTraces } = await import('./doctor.command.js');
      await runDoctorTraces({ env: process.env, output: process.stdout });
    });
  doctor
    .command('times')
    .description('list conversations with impossible times, which an import in the wrong unit has stored')
    .action(async () => {
      const { runDoctorTimes } = await import('./doctor.command.js');
      await runDoctorTimes({ env: process.env, output: process.stdout });
    });
}
