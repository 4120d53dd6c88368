import { model, Schema } from 'mongoose';
import { currentTime } from '../clock';

/** A change of stored data that is made once. */
export interface Migration {
  /** Unique among all migrations, and never changed. */
  name: string;
  /** Is repeated after an interruption, and may run concurrently in several processes. */
  run: () => Promise<void>;
}

const migrationSchema = new Schema(
  { _id: { type: String, required: true }, completedAt: { type: Date, required: true } },
  { versionKey: false, strict: 'throw' },
);

const CompletedMigrationModel = model('Migration', migrationSchema);

/**
 * Runs migrations in order, each unless it has completed before.
 * @throws the error of a migration; the next call continues with it
 */
export async function runMigrations(migrations: readonly Migration[]): Promise<void> {
  for (const { name, run } of migrations) {
    if ((await CompletedMigrationModel.exists({ _id: name })) !== null) continue;
    await run();
    await CompletedMigrationModel.updateOne(
      { _id: name },
      { $setOnInsert: { completedAt: currentTime() } },
      { upsert: true },
    );
  }
}
