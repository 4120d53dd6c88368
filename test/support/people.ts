import { randomUUID } from 'node:crypto';
import argon2 from 'argon2';
import mongoose from 'mongoose';
import { insertUser, type User } from '../../src/access/users/user.repository';
import type { Role } from '../../src/platform/http/caller';
import type { ApiResponse, TestApi } from './api';
import { owner } from './owner';

export const PASSWORD = 'a staple of horses, correct';

export interface Person {
  id: string;
  email: string;
  /** User-scoped. */
  key: string;
  /** Of a session: the value of the Cookie header. */
  cookie: string;
}

/** The Cookie header for the cookies that a login sets. */
export function cookieOf({ headers }: ApiResponse): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

export async function login(api: TestApi, email = owner.email, password = owner.password): Promise<string> {
  const response = await api.post('/v1/auth/login', { email, password }, { key: null, workspaceId: null });
  if (response.status !== 200) throw new Error(`login failed with ${response.status}`);
  return cookieOf(response);
}

/** A workspace that the bootstrap user administers. */
export async function makeWorkspace(api: TestApi, name = 'Another'): Promise<string> {
  return (await api.post('/v1/workspaces', { name })).body.id;
}

/**
 * Stores an account. Its hash is a thousandth of the work of a new one, and valid because a stored hash contains its
 * parameters: tests log in hundreds of times.
 */
export async function storeUser(email: string, password = PASSWORD): Promise<User> {
  const user = {
    id: randomUUID(),
    email,
    name: email.slice(0, email.indexOf('@')),
    createdAt: new Date(),
    sessionEpoch: 0,
    disabledAt: null,
  };
  await insertUser(user, await argon2.hash(password, { memoryCost: 64, timeCost: 2, parallelism: 1 }), null);
  return user;
}

/** A new person who has this role in a workspace, by default in the API's own. */
export async function makeMember(api: TestApi, role: Role, workspaceId = api.workspaceId): Promise<Person> {
  const { id, email } = await storeUser(`${role}-${randomUUID()}@example.test`);
  const cookie = await login(api, email, PASSWORD);
  const asPerson = { key: null, workspaceId: null, headers: { cookie } };
  const invited = await api.post(`/v1/workspaces/${workspaceId}/invitations`, { email, role });
  const accepted = await api.post('/v1/invitations/accept', { token: invited.body.token }, asPerson);
  if (accepted.status !== 201) throw new Error(`accepting an invitation responded ${accepted.status}`);
  const body = { name: `of ${role}`, scope: 'user', expires_in_days: 1 };
  const created = await api.post('/v1/api-keys', body, asPerson);
  return { id, email, key: created.body.key, cookie };
}

export interface MadeKey {
  id: string;
  key: string;
}

/** A workspace-scoped key, by default of the API's own workspace. */
export async function makeWorkspaceKey(api: TestApi, workspaceId = api.workspaceId): Promise<MadeKey> {
  const body = { name: 'ci', scope: 'workspace', expires_in_days: 1, workspace_id: workspaceId };
  return (await api.post('/v1/api-keys', body)).body;
}

export async function makeRevokedKey(api: TestApi): Promise<MadeKey> {
  const made = await makeWorkspaceKey(api);
  await api.delete(`/v1/api-keys/${made.id}`);
  return made;
}

/** An expired key; no endpoint creates one that expires in less than a day. */
export async function makeExpiredKey(api: TestApi): Promise<MadeKey> {
  const made = await makeWorkspaceKey(api);
  const expiresAt = new Date(Date.now() - 1);
  await mongoose.connection
    .collection<{ _id: string }>('api_keys')
    .updateOne({ _id: made.id }, { $set: { expiresAt } });
  return made;
}

/** The number of documents in each collection of the database; counts of requests are not content. */
export async function countDocuments(): Promise<Record<string, number>> {
  const { db } = mongoose.connection;
  if (db === undefined) throw new Error('MongoDB is not connected');
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const [first = '', ...others] = collections
    .map(({ name }) => name)
    .filter((name) => name !== 'window_counts');
  // One command for all: some tests count before and after each of hundreds of requests.
  const pipeline = [{ $collStats: { count: {} } }];
  const counts = await db
    .collection(first)
    .aggregate<{ ns: string; count: number }>([
      ...pipeline,
      ...others.map((coll) => ({ $unionWith: { coll, pipeline } })),
    ])
    .toArray();
  return Object.fromEntries(counts.map(({ ns, count }) => [ns.slice(ns.indexOf('.') + 1), count]).sort());
}
