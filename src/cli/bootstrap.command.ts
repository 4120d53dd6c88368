import '../api-server'; // loads every model, so that the transaction finds its collections
import { text } from 'node:stream/consumers';
import { bootstrap } from '../access/accounts/bootstrap';
import { loadConfig } from '../config';
import { workspaceDefaults } from '../evaluation/workspace-defaults';
import { connectMongo, createIndexes, disconnectMongo } from '../platform/mongo/connection';

export interface BootstrapOptions {
  email: string;
  workspace: string;
  /** The stream with the password, read to its end; a trailing line break is removed. */
  input: NodeJS.ReadableStream;
}

/**
 * `assay bootstrap`: creates the first user and workspace of an empty database, without a password in the
 * environment or the shell's history. Changes nothing if users exist.
 * @throws Error when the settings or the password are invalid
 */
export async function runBootstrap({ email, workspace, input }: BootstrapOptions): Promise<void> {
  const password = (await text(input)).replace(/\r?\n$/, '');
  if (password === '') throw new Error('No password on stdin');
  const config = loadConfig({
    ...process.env,
    BOOTSTRAP_EMAIL: email,
    BOOTSTRAP_PASSWORD: password,
    BOOTSTRAP_WORKSPACE: workspace,
  });
  if (config.bootstrap === null) throw new Error('Email address and password required');
  await connectMongo(config.mongodbUri, { appName: 'assay-bootstrap', serverSelectionTimeoutMs: 30_000 });
  try {
    await createIndexes();
    await bootstrap(config.bootstrap, workspaceDefaults);
  } finally {
    await disconnectMongo();
  }
}
