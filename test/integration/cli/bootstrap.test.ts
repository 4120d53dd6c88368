import { Readable } from 'node:stream';
import mongoose from 'mongoose';
import { isPasswordOf } from '../../../src/access/users/password';
import { runBootstrap } from '../../../src/cli/bootstrap.command';
import { connectMongo, disconnectMongo } from '../../../src/platform/mongo/connection';
import { freshDatabaseUri } from '../../support/database';

const uri = freshDatabaseUri();
const before = { ...process.env };

beforeAll(() => {
  Object.assign(process.env, { MONGODB_URI: uri, SECRET_KEY: 'a secret key of at least 32 characters' });
});

afterAll(async () => {
  process.env = before;
  await mongoose.connection.dropDatabase();
  await disconnectMongo();
});

function run(password: string): Promise<void> {
  return runBootstrap({
    email: 'First@Example.test',
    workspace: 'Kitchen',
    input: Readable.from([password]),
  });
}

describe('assay bootstrap', () => {
  it('refuses a short password before it touches the database', async () => {
    await expect(run('short\n')).rejects.toThrow('at least 12 characters');
  });

  it('creates the first user and workspace once, with the password from its input', async () => {
    await run('a long enough password\n');
    await run('another long password\n');

    await connectMongo(uri, { appName: 'assay-test', serverSelectionTimeoutMs: 5000 });
    const users = await mongoose.connection.collection('users').find().toArray();
    const workspaces = await mongoose.connection.collection('workspaces').find().toArray();
    expect(users.map(({ email }) => email)).toEqual(['first@example.test']);
    expect(workspaces.map(({ name }) => name)).toEqual(['Kitchen']);
    expect(await isPasswordOf(users[0]?.passwordHash, 'a long enough password')).toBe(true);
  });
});
