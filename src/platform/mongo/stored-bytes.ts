import mongoose from 'mongoose';

/** The size of a document in MongoDB, before compression. */
export function storedBytesOf(document: object): number {
  return mongoose.mongo.BSON.calculateObjectSize(document);
}
