import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';

const FOLDER = 'bench-results';

/** A target of a benchmark with its measured value. */
export interface Goal {
  name: string;
  measured: number;
  isHeld: boolean;
}

/** Facts about the machine. */
export function machineFacts() {
  return {
    cores: os.availableParallelism(),
    cpu: os.cpus()[0]?.model ?? 'unknown',
    memoryGib: Math.round(os.totalmem() / 2 ** 30),
    node: process.versions.node,
    platform: `${os.platform()} ${os.arch()}`,
  };
}

/** The line of a report for a goal. */
export function goalLine({ name, measured, isHeld }: Goal): string {
  return `${isHeld ? 'held  ' : 'MISSED'}  ${name}: ${measured.toFixed(2)}`;
}

/** Writes measurements, time and machine to a file with this name prefix; returns the path. */
export function saveReport(prefix: string, measured: object): string {
  mkdirSync(FOLDER, { recursive: true });
  const at = new Date().toISOString();
  const path = join(FOLDER, `${prefix}${at.replaceAll(':', '-').slice(0, 19)}.json`);
  writeFileSync(path, `${JSON.stringify({ at, machine: machineFacts(), ...measured }, null, 2)}\n`);
  return path;
}
