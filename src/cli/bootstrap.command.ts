import '../api-server'; // loads every model, so that the transaction finds its collections
import { text } from 'node:stream/consumers';
import { bootstrap } from '../access/accounts/bootstrap';
import { loadConfig } from '../config';
import { workspaceDefaults } from '../evaluation/workspace-defaults';
import { connectMongo, createIndexes, disconnectMongo } from '../platform/mongo/connection';

export interface BootstrapOptions {
  email: string;
  workspace: string;
  /** Where the password is read from, to its end; a line break after it is dropped. */
  input: NodeJS.ReadableStream;
}

/**
 * `assay bootstrap`: the first user and workspace of an empty database, without putting a password into the
 * environment or the shell's history. Where users exist already it changes nothing.
 * @throws Error when the settings or the password are not usable
 */
export async function runBootstrap({ email, workspace, input }: BootstrapOptions): Promise<void> {
  const password = (await text(input)).replace(/\r?\n$/, '');
  const config = loadConfig({
    ...process.env,
    BOOTSTRAP_EMAIL: email,
    BOOTSTRAP_PASSWORD: password,
    BOOTSTRAP_WORKSPACE: workspace,
  });
  if (config.bootstrap === null) throw new Error('An e-mail address and a password are needed');
  await connectMongo(config.mongodbUri, { appName: 'assay-bootstrap', serverSelectionTimeoutMs: 30_000 });
  try {
    await createIndexes();
    await bootstrap(config.bootstrap, workspaceDefaults);
  } finally {
    await disconnectMongo();
  }
}
