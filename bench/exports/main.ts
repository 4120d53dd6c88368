import { randomUUID } from 'node:crypto';
import Table from 'cli-table3';
import mongoose from 'mongoose';
import { tableFormats } from '../../src/platform/tables/table-format';
import { type MeasuredService, startMeasuredService } from '../measured-service';
import { saveReport } from '../report-file';
import { exitAfter, log, measureOn } from '../run-benchmark';

const FINDINGS = 100_000;
const INSERT_BATCH_SIZE = 5000;
/** One in so many findings is in the small exports. */
const PART = 4;
const SAMPLE_MS = 50;
const MIB = 1024 * 1024;

/** The memory of the api. */
interface Memory {
  /** Resident, at the peak. */
  peakMib: number;
  /** The heap with external memory where it was smallest in the second half, thus just after a collection. */
  usedMib: number;
}

interface Export extends Memory {
  format: string;
  findings: number;
  sentMib: number;
  seconds: number;
}

/**
 * `npm run bench:exports`: the memory of the api while it exports findings. Memory is constant if four times as many
 * findings need no more.
 */
async function main(): Promise<void> {
  const measured = await measureOn(startMeasuredService, measure);
  const table = new Table({
    head: ['format', 'findings', 'sent, MiB', 'seconds', 'resident at most, MiB', 'in use, MiB'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
  });
  for (const { format, findings, sentMib, seconds, peakMib, usedMib } of measured)
    table.push([
      format,
      findings,
      ...[sentMib, seconds].map((value) => value.toFixed(1)),
      ...[peakMib, usedMib].map((value) => value.toFixed(0)),
    ]);
  process.stdout.write(`${table}\nWritten to ${saveReport('exports-', { measured })}\n`);
}

async function measure(service: MeasuredService): Promise<Export[]> {
  await insertFindings(service);
  const filters = [
    { filter: `model = "m-0"`, findings: FINDINGS / PART },
    { filter: 'label:*', findings: FINDINGS },
  ];
  // The first round is a warm-up: V8 grows its heap to what one export needs.
  const rounds = [filters.slice(0, 1), filters];
  const measured: Export[][] = [];
  for (const round of rounds) {
    const exports: Export[] = [];
    for (const { filter, findings } of round) {
      for (const format of tableFormats) {
        exports.push({ format, findings, ...(await exportFindings(service, filter, format)) });
        log(`Exported ${findings} findings as ${format}`);
      }
    }
    measured.push(exports);
  }
  return measured.at(-1) ?? [];
}

async function exportFindings(
  { api, key }: MeasuredService,
  filter: string,
  format: string,
): Promise<Omit<Export, 'format' | 'findings'>> {
  const headers = { authorization: `Bearer ${key}` };
  const startedAt = performance.now();
  const { body } = await fetch(`${api}/v1/findings/export?${new URLSearchParams({ filter, format })}`, {
    headers,
  });
  if (body === null) throw new Error('The export has no body');
  const ended = new AbortController();
  const memory = watchMemory(api, ended.signal);
  let sent = 0;
  for await (const chunk of body) sent += chunk.length;
  ended.abort();
  const seconds = (performance.now() - startedAt) / 1000;
  return { sentMib: sent / MIB, seconds, ...(await memory) };
}

/** Samples the memory of the api until the signal aborts. */
async function watchMemory(api: string, signal: AbortSignal): Promise<Memory> {
  const samples: { resident: number; used: number }[] = [];
  while (!signal.aborted) {
    const metrics = await (await fetch(`${api}/metrics`)).text();
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
    const used = read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes');
    samples.push({ resident: read('process_resident_memory_bytes'), used });
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
  const second = samples.slice(Math.floor(samples.length / 2));
  return {
    peakMib: Math.max(...samples.map(({ resident }) => resident)) / MIB,
    usedMib: Math.min(...second.map(({ used }) => used)) / MIB,
  };
}

/** Copies of a stored finding, a quarter of which are by the model `m-0`. */
async function insertFindings({ api, key, mongodb_uri }: MeasuredService): Promise<void> {
  const response = await fetch(`${api}/v1/detect-hallucinations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      messages: [
        { role: 'system', content: 'Answer from the passage: The Harrow Bridge was opened in 1887.' },
        { role: 'user', content: 'When was the Harrow Bridge opened?' },
        { role: 'assistant', content: 'The Harrow Bridge was opened in 1889.' },
      ],
    }),
  });
  if (!response.ok) throw new Error(`Detection responded ${response.status}`);
  const connection = await mongoose.createConnection(mongodb_uri).asPromise();
  try {
    const collection = connection.collection<{ _id: string; evaluatorId: string }>('findings');
    const template = await collection.findOne({});
    if (template === null) throw new Error('The detection stored no finding');
    for (let start = 0; start < FINDINGS; start += INSERT_BATCH_SIZE) {
      const rows = Array.from({ length: INSERT_BATCH_SIZE }, (_, offset) => {
        const index = start + offset;
        const findingId = randomUUID();
        return {
          ...template,
          _id: `${findingId}/${template.evaluatorId}`,
          findingId,
          text: `SKU-${index}`,
          model: `m-${index % PART}`,
          createdAt: new Date(Date.UTC(2026, 0, 1) + index * 10_000),
        };
      });
      await collection.insertMany(rows);
    }
  } finally {
    await connection.close();
  }
}

exitAfter(main());
