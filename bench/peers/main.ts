import { Command, InvalidArgumentError, Option } from 'commander';
import { freePort } from '../../packages/engines';
import { startHelper } from '../helper-process';
import { type MeasuredService, startMeasuredService } from '../measured-service';
import { machineFacts, saveReport } from '../report-file';
import { exitAfter, measureOn } from '../run-benchmark';
import { type Comparison, cpuTable, speedTable } from './comparison';
import { compareWithPhoenix } from './phoenix';
import { compareWithPromptfoo } from './promptfoo';

interface Options {
  only?: 'promptfoo' | 'phoenix';
  rounds: number;
}

/** `npm run bench:peers`: the service next to promptfoo and Phoenix, which run on this machine in separate folders. */
async function main({ only, rounds }: Options): Promise<void> {
  const modelPort = await freePort();
  const modelUrl = `http://127.0.0.1:${modelPort}/v1`;
  const measure = async (service: MeasuredService, signal: AbortSignal): Promise<Comparison[]> => {
    const modelServer = await startHelper('peers/model-server', service.dataDir, { PORT: String(modelPort) });
    try {
      return [
        ...(only === 'phoenix' ? [] : await compareWithPromptfoo(service, { modelUrl, rounds, signal })),
        ...(only === 'promptfoo' ? [] : await compareWithPhoenix(service, rounds, signal)),
      ];
    } finally {
      await modelServer.stop();
    }
  };
  const start = (signal: AbortSignal) => startMeasuredService(signal, { OPENAI_BASE_URL: modelUrl });
  const comparisons = await measureOn(start, measure);
  const path = saveReport('peers-', { comparisons });
  process.stdout.write(`${speedTable(comparisons)}\n${cpuTable(comparisons)}\n`);
  process.stdout.write(`Assay on Node ${machineFacts().node}. Written to ${path}\n`);
}

function parseRounds(value: string): number {
  if (!/^[1-9]\d?$/.test(value)) throw new InvalidArgumentError('Expected 1 to 99.');
  return Number(value);
}

exitAfter(
  new Command('bench:peers')
    .addOption(new Option('--only <peer>').choices(['promptfoo', 'phoenix']))
    .option('--rounds <count>', 'after one that warms up', parseRounds, 3)
    .action(main)
    .parseAsync(),
);
