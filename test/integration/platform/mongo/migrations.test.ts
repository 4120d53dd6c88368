import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { type Migration, runMigrations } from '../../../../src/platform/mongo/migrations';
import { useDatabase } from '../../../support/database';

useDatabase();

interface Note {
  _id: string;
  text?: string;
  body?: string;
}

const notes = () => mongoose.connection.collection<Note>('notes');

/** Renames the field `text` of notes to `body`, then writes bodies in capitals; `runs` has the names in order. */
function makeMigrations() {
  const runs: string[] = [];
  const rename: Migration = {
    name: `rename-${randomUUID()}`,
    run: async () => {
      runs.push('rename');
      await notes().updateMany({}, { $rename: { text: 'body' } });
    },
  };
  const capitalize: Migration = {
    name: `capitalize-${randomUUID()}`,
    run: async () => {
      runs.push('capitalize');
      await notes().updateMany({}, [{ $set: { body: { $toUpper: '$body' } } }]);
    },
  };
  return { rename, capitalize, runs };
}

it('runs migrations in order and each once, with those that are added later', async () => {
  const { rename, capitalize, runs } = makeMigrations();
  await notes().insertOne({ _id: 'a', text: 'hello' });

  await runMigrations([rename]);
  await runMigrations([rename, capitalize]);
  await runMigrations([rename, capitalize]);

  expect(runs).toEqual(['rename', 'capitalize']);
  expect(await notes().findOne({ _id: 'a' })).toEqual({ _id: 'a', body: 'HELLO' });
});

it('repeats an interrupted migration before those that follow it', async () => {
  const { rename, capitalize, runs } = makeMigrations();
  const interrupted = {
    ...rename,
    run: async () => {
      await rename.run();
      throw new Error('interrupted');
    },
  };

  await expect(runMigrations([interrupted, capitalize])).rejects.toThrow('interrupted');
  await runMigrations([rename, capitalize]);

  expect(runs).toEqual(['rename', 'rename', 'capitalize']);
});

it('completes a migration that two processes run at the same time', async () => {
  const { rename, runs } = makeMigrations();

  await Promise.all([runMigrations([rename]), runMigrations([rename])]);
  const concurrentRuns = runs.length;
  await runMigrations([rename]);

  expect(runs).toHaveLength(concurrentRuns);
});
