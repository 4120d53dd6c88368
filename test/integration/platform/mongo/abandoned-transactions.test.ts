import mongoose from 'mongoose';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { abortAbandonedTransactions } from '../../../../src/platform/mongo/open-transactions';
import { useDatabase } from '../../../support/database';

useDatabase();

const IDLE_MS = 2000;
const documents = () => mongoose.connection.collection<{ _id: string; by: string }>('locked');
const write = (_id: string, by: string, session: mongoose.ClientSession) =>
  documents().updateOne({ _id }, { $set: { by } }, { session });

it('aborts the transactions that do nothing, and no others', async () => {
  await documents().insertMany([
    { _id: 'left', by: 'none' },
    { _id: 'used', by: 'none' },
  ]);
  const left = await mongoose.startSession();
  left.startTransaction();
  await write('left', 'killed process', left);
  const used = await mongoose.startSession();
  used.startTransaction();
  await write('used', 'first', used);

  const aborting = abortAbandonedTransactions(IDLE_MS);
  const pause = setTimeout(() => write('used', 'second', used), IDLE_MS / 2);
  await aborting;
  clearTimeout(pause);

  await used.commitTransaction();
  await inTransaction((session) => write('left', 'next process', session));
  await expect(left.commitTransaction()).rejects.toThrow();
  await Promise.all([left.endSession(), used.endSession()]);
  expect(await documents().find().sort({ _id: 1 }).toArray()).toEqual([
    { _id: 'left', by: 'next process' },
    { _id: 'used', by: 'second' },
  ]);
});
