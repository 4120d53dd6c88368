import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';

const FOLDER = 'bench-results';

/** What a benchmark is to reach, and what it came to. */
export interface Goal {
  name: string;
  measured: number;
  isHeld: boolean;
}

/** The machine that is measured. */
export function machineFacts() {
  return {
    cores: os.availableParallelism(),
    cpu: os.cpus()[0]?.model ?? 'unknown',
    memoryGib: Math.round(os.totalmem() / 2 ** 30),
    node: process.versions.node,
    platform: `${os.platform()} ${os.arch()}`,
  };
}

/** The line of a report that tells of a goal. */
export function goalLine({ name, measured, isHeld }: Goal): string {
  return `${isHeld ? 'held  ' : 'MISSED'}  ${name}: ${measured.toFixed(2)}`;
}

/** Writes what was measured, with the time and the machine, to a file whose name begins as told; answers the path. */
export function saveReport(prefix: string, measured: object): string {
  mkdirSync(FOLDER, { recursive: true });
  const at = new Date().toISOString();
  const path = join(FOLDER, `${prefix}${at.replaceAll(':', '-').slice(0, 19)}.json`);
  writeFileSync(path, `${JSON.stringify({ at, machine: machineFacts(), ...measured }, null, 2)}\n`);
  return path;
}
