import { model, Schema } from 'mongoose';
import { driverCollection } from './driver';

/** A migration by name. An interrupted one is not completed, and is repeated. */
interface StoredMigration {
  _id: string;
  isCompleted: boolean;
}

const migrationSchema = new Schema<StoredMigration>(
  { _id: { type: String }, isCompleted: { type: Boolean, required: true } },
  { versionKey: false, strict: 'throw' },
);

const MigrationModel = model('Migration', migrationSchema);

export async function isMigrationCompleted(name: string): Promise<boolean> {
  const found = await driverCollection<StoredMigration>(MigrationModel).findOne({ _id: name });
  return found?.isCompleted === true;
}

export async function setMigrationCompleted(name: string, isCompleted: boolean): Promise<void> {
  await driverCollection<StoredMigration>(MigrationModel).updateOne(
    { _id: name },
    { $set: { isCompleted } },
    { upsert: true },
  );
}
