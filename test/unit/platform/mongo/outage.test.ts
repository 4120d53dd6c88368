import mongoose from 'mongoose';
import { isMongoOutage } from '../../../../src/platform/mongo/outage';

const { mongo } = mongoose;

/** The error of a bulk write, with what ended it; its result says how far it came. */
const bulkWriteError = (cause: object) =>
  new mongo.MongoBulkWriteError(cause as never, { insertedCount: 0 } as never);

describe('isMongoOutage', () => {
  it.each([
    ['a lost connection', new mongo.MongoNetworkError('connection 81 closed'), true],
    ['a bulk write that lost its connection', bulkWriteError(new mongo.MongoNetworkError('closed')), true],
    [
      'a bulk write that was refused',
      bulkWriteError({ message: 'E11000 duplicate key', code: 11000 }),
      false,
    ],
    ['anything else', new Error('connection closed'), false],
    ['nothing', null, false],
  ])('knows %s', (_, error, isOutage) => {
    expect(isMongoOutage(error)).toBe(isOutage);
  });
});
