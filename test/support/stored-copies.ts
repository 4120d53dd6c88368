import mongoose from 'mongoose';

const MANY_AT_A_TIME = 5000;

/** A collection of the database to which the test has connected. */
export const collection = (name: string) => mongoose.connection.collection<{ _id: string }>(name);

/** Stores copies, with other fields, of a document that the service has stored. */
export async function storeCopies(
  name: string,
  of: object,
  count: number,
  change: (index: number) => { _id: string; [field: string]: unknown },
): Promise<void> {
  const template = await collection(name).findOne(of);
  for (let stored = 0; stored < count; stored += MANY_AT_A_TIME) {
    const indexes = Array.from({ length: Math.min(MANY_AT_A_TIME, count - stored) }, (_, at) => stored + at);
    await collection(name).insertMany(indexes.map((index) => ({ ...template, ...change(index) })));
  }
}
