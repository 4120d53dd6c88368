import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import mongoose from 'mongoose';
import { createUser } from '../../../src/access/users/create-user';
import { isPasswordOf } from '../../../src/access/users/password';
import { runBootstrap } from '../../../src/cli/bootstrap.command';
import {
  runDeleteUser,
  runDisableUser,
  runEnableUser,
  runListUsers,
  runResetPassword,
} from '../../../src/cli/users.command';
import { connectMongo, disconnectMongo } from '../../../src/platform/mongo/connection';
import { freshDatabaseUri } from '../../support/database';

const uri = freshDatabaseUri();
const before = { ...process.env };
const ADA = 'ada@example.test';

beforeAll(async () => {
  Object.assign(process.env, { MONGODB_URI: uri, SECRET_KEY: 'a secret key of at least 32 characters' });
  await runBootstrap({ email: ADA, workspace: 'Kitchen', input: Readable.from(['a long enough password']) });
  await inDatabase(() => createUser({ email: 'grace@example.test', password: 'a long enough password' }));
});
afterAll(async () => {
  process.env = before;
  await inDatabase(() => mongoose.connection.dropDatabase());
});

async function inDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  await connectMongo(uri, { appName: 'assay-test', serverSelectionTimeoutMs: 5000 });
  try {
    return await work();
  } finally {
    await disconnectMongo();
  }
}

async function outputOf(run: (output: PassThrough) => Promise<void>): Promise<string> {
  const output = new PassThrough();
  await run(output);
  output.end();
  return text(output);
}

const find = (email: string) => inDatabase(() => mongoose.connection.collection('users').findOne({ email }));

describe('assay users', () => {
  it('lists accounts with their state and workspaces', async () => {
    await runDisableUser('grace@example.test');

    const shown = (await outputOf(runListUsers)).split('\n');

    expect(shown.find((line) => line.includes(ADA))).toMatch(/\tada\t.*\tenabled\t.*Kitchen \(admin\)/);
    expect(shown.find((line) => line.includes('grace@'))).toMatch(/disabled/);
    await runEnableUser('grace@example.test');
    expect(await outputOf(runListUsers)).not.toContain('disabled');
  });

  it('resets a password to a generated one, which it prints once', async () => {
    const shown = await outputOf((output) => runResetPassword('ADA@example.test', null, output));

    const password = /^New password: (\S{20})\n$/.exec(shown)?.[1] ?? '';
    expect(await isPasswordOf((await find(ADA))?.passwordHash, password)).toBe(true);
  });

  it('resets a password to one from its input, which it does not print', async () => {
    const input = Readable.from(['chosen by the operator\n']);

    const shown = await outputOf((output) => runResetPassword(ADA, input, output));

    expect(shown).not.toContain('chosen');
    expect(await isPasswordOf((await find(ADA))?.passwordHash, 'chosen by the operator')).toBe(true);
  });

  it('refuses a short password and an unknown address', async () => {
    const output = new PassThrough();

    await expect(runResetPassword(ADA, Readable.from(['short']), output)).rejects.toThrow(
      'at least 12 characters',
    );
    await expect(runResetPassword('nobody@example.test', null, output)).rejects.toThrow(
      'No account with the address nobody@example.test',
    );
  });

  it('deletes an account, but not the last admin of a workspace', async () => {
    await runDeleteUser('grace@example.test', false);

    await expect(runDeleteUser(ADA, false)).rejects.toThrow('last admin of these workspaces: Kitchen');
    expect(await find('grace@example.test')).toBeNull();
    expect(await find(ADA)).not.toBeNull();
  });
});
