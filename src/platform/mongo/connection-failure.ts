import mongoose, { type mongo } from 'mongoose';
import { describeNetworkError } from '../errors/system-errors';

/** Why there is no connection, in a sentence that names the setting but not its value, which may hold a password. */
export function toConnectionFailure(error: unknown): Error {
  return new Error(`MONGODB_URI: ${describeReason(error)}`, { cause: error });
}

function describeReason(error: unknown): string {
  if (error instanceof mongoose.Error.MongooseServerSelectionError) {
    const { reason: topology } = error as { reason?: mongo.TopologyDescription };
    const servers = topology?.servers ?? new Map<string, mongo.ServerDescription>();
    const addresses = [...servers.keys()].join(', ');
    const [reason] = [...servers.values()].flatMap((server) => describeNetworkError(server.error) ?? []);
    return reason === undefined
      ? `no primary of a replica set responds at ${addresses}`
      : `no response from MongoDB at ${addresses}: ${reason}`;
  }
  if (error instanceof mongoose.mongo.MongoRuntimeError) return 'expected mongodb://host:port/database';
  return describeNetworkError(error) ?? (error instanceof Error ? error.message : String(error));
}
