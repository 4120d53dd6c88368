import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';
import { isWithin, sourceFiles } from '../../support/source-imports';
import { importTable } from './import-table';
import { type RoomSize, sizes } from './sizes';

/** What a room may grow by before its line in the table has to change, in the same commit. */
const MAX_GROWTH = 0.03;

/** A library, a room of the service, or a folder next to it. */
const rooms = [...new Set(Object.keys(importTable).map((name) => name.split('/').slice(0, 2).join('/')))];
const EXPORT = /^export (?:async )?(?:function\*?|const|class|interface|type|enum) \w+/gm;
const NAME_IN_DOOR = /\b\w+(?=,| \})/g;

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8');

function measure(room: string): RoomSize {
  const files = sourceFiles.filter((file) => roomOf(file) === room);
  const texts = files.map(read);
  const door = files.find((file) => room.startsWith('packages/') && file === `${room}/index.ts`);
  return {
    lines: sum(texts.map((text) => text.split('\n').length - 1)),
    files: files.length,
    publicNames:
      door === undefined
        ? sum(texts.map((text) => text.match(EXPORT)?.length ?? 0))
        : (read(door).match(NAME_IN_DOOR)?.length ?? 0),
  };
}

/** The longest name of a room that a file is in. */
const roomOf = (file: string) =>
  rooms.filter((room) => isWithin(file, room)).sort((a, b) => b.length - a.length)[0];

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

function addUp(measured: readonly RoomSize[]): RoomSize {
  const total = (read: (size: RoomSize) => number) => sum(measured.map(read));
  return {
    lines: total(({ lines }) => lines),
    files: total(({ files }) => files),
    publicNames: total(({ publicNames }) => publicNames),
  };
}

const current: Record<string, RoomSize> = Object.fromEntries(rooms.map((room) => [room, measure(room)]));
current.all = addUp(Object.values(current));
const committed: Record<string, RoomSize> = { ...sizes, all: addUp(Object.values(sizes)) };

const show = (name: string, { lines, files, publicNames }: RoomSize) =>
  `  '${name}': { lines: ${lines}, files: ${files}, publicNames: ${publicNames} },`;

it('has a line for each room, and none for another', () => {
  expect(Object.keys(sizes).sort()).toEqual([...rooms].sort());
});

it.each(Object.keys(current))('holds %s to the size that its line states', (name) => {
  const [now, before] = [current[name] as RoomSize, committed[name] as RoomSize];
  const isLarger = (Object.keys(now) as (keyof RoomSize)[]).some(
    (key) => now[key] > before[key] * (1 + MAX_GROWTH),
  );

  expect(isLarger ? `Grown; if that is meant, its line is${show(name, now)}` : '').toBe('');
});

it('measures files of each room', () => {
  process.stdout.write(
    `${Object.entries(current)
      .map(([name, size]) => show(name, size))
      .join('\n')}\n`,
  );

  expect(Object.values(current).every(({ lines, files }) => lines > 0 && files > 0)).toBe(true);
});
