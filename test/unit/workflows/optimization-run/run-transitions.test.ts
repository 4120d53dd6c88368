import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../../src/platform/package-root';
import {
  endedRunStatuses,
  openRunStatuses,
  type RunEvent,
  type RunStatus,
  runStatuses,
  runTransitions,
  statusAfter,
} from '../../../../workflows/optimization-run/run-transitions';

const page = readFileSync(join(packageRoot, 'docs/optimization-runs.md'), 'utf8');

describe('the transitions of a run', () => {
  it('are those of the table in docs/optimization-runs.md', () => {
    const documented = [...page.matchAll(/^\| `(\w+)` \| `(\w+)` \| `(\w+)` \|$/gm)].map(([, ...row]) => row);
    const coded = Object.entries(runTransitions).flatMap(([from, events]) =>
      Object.entries(events).map(([event, to]) => [from, event, to]),
    );

    expect(documented).toEqual(coded);
  });

  it('lead to every status, and from every open one to an end', () => {
    const reached = new Set<RunStatus>(['preparing']);
    for (const status of reached) for (const next of Object.values(runTransitions[status])) reached.add(next);

    expect([...reached].sort()).toEqual([...runStatuses].sort());
    for (const status of openRunStatuses) {
      expect(Object.values(runTransitions[status]).some((next) => endedRunStatuses.includes(next))).toBe(
        true,
      );
    }
    expect(endedRunStatuses).toEqual(['completed', 'failed', 'cancelled']);
  });

  it('are the only ones there are', () => {
    const events = new Set(Object.values(runTransitions).flatMap((row) => Object.keys(row) as RunEvent[]));

    for (const status of runStatuses) {
      for (const event of events) {
        const next = runTransitions[status][event];
        if (next === undefined) expect(() => statusAfter(status, event)).toThrow(`A run that is ${status}`);
        else expect(statusAfter(status, event)).toBe(next);
      }
    }
  });
});
