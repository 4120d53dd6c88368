import mongoose, { type ClientSession, type Model, type mongo } from 'mongoose';

/**
 * A model's collection without mongoose, for values whose types the compiler has checked: casting them would
 * cost more than the operation. Nothing is validated, and no defaults or timestamps are added.
 */
export function driverCollection<Document extends object = mongo.BSON.Document>(
  model: Pick<Model<unknown>, 'db' | 'collection'>,
) {
  return model.db.collection<Document>(model.collection.name);
}

/** The database of the service. @throws Error before the connection is open */
export function driverDatabase(): mongo.Db {
  const { db } = mongoose.connection;
  if (db === undefined) throw new Error('MongoDB is not connected');
  return db;
}

/**
 * The client, for other databases and for libraries that open collections themselves. Without MongoDB it
 * fails, where mongoose would buffer.
 */
export function driverClient(): mongo.MongoClient {
  return mongoose.connection.getClient();
}

/** Options of an operation that may be part of a transaction. */
export const inSession = (session: ClientSession | undefined): { session?: ClientSession } =>
  session === undefined ? {} : { session };
