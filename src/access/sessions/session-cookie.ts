import { createHash } from 'node:crypto';
import { MongoStore } from 'connect-mongo';
import type { Request, RequestHandler, Response } from 'express';
import expressSession, { type Session } from 'express-session';
import onHeaders from 'on-headers';
import { currentTime } from '../../platform/clock';
import { driverClient } from '../../platform/mongo/driver';
import type { KeyRing } from '../../platform/security/key-ring';
import type { User } from '../users/user.repository';
import type { DeviceCookies, KnownClient } from './device-cookie';
import { SessionModel } from './session.model';
import { describeSession } from './session.repository';

declare module 'express-session' {
  interface SessionData {
    userId: string;
    /** The account's epoch at login. */
    epoch: number;
  }
}

const COOKIE_NAME = 'assay_session';
const COOKIE_PATTERN = new RegExp(`(?:^|;)\\s*${COOKIE_NAME}=`);
const LIFETIME_SECONDS = 7 * 24 * 3600;
const MAX_USER_AGENT_LENGTH = 256;

const SESSION_LIFETIME_MS = LIFETIME_SECONDS * 1000;

const cookie = {
  httpOnly: true,
  sameSite: 'lax',
  secure: 'auto',
  path: '/',
  maxAge: SESSION_LIFETIME_MS,
} as const;

/**
 * Reads the session of a request with the cookie; requests without one never reach the store. A session ends
 * seven days after login, used or not. Needs an open connection.
 */
export function createSessionMiddleware(keys: KeyRing, devices: DeviceCookies): RequestHandler {
  const store = MongoStore.create({
    client: driverClient(),
    dbName: SessionModel.db.name,
    collectionName: SessionModel.collection.collectionName,
    autoRemove: 'disabled', // the model declares the index
    ttl: LIFETIME_SECONDS,
    touchAfter: LIFETIME_SECONDS, // reading a session neither writes nor extends it
  });
  const readSession = expressSession({
    name: COOKIE_NAME,
    secret: keys.all.map((key) => key.toString('hex')), // signs with the first, accepts each
    store,
    cookie,
    resave: false,
    saveUninitialized: false,
  });
  return (request, response, next) => {
    // Registered before the session's own listener, so that its cookie comes first: listeners run in reverse
    // order.
    onHeaders(response, () => {
      const userId = openedSessions.get(request);
      if (userId !== undefined) devices.issue(request, response, userId);
    });
    readSession(request, response, next);
  };
}

/** The account of the session that a request has opened. */
const openedSessions = new WeakMap<Request, string>();

/** The client that a live session proves; null without one. */
export function sessionClient({ session, sessionID }: Request): KnownClient | null {
  if (session?.userId === undefined) return null;
  // Hashed, so that the counters contain no session ids.
  return { userId: session.userId, name: `session:${createHash('sha256').update(sessionID).digest('hex')}` };
}

export function hasSessionCookie(request: Request): boolean {
  return COOKIE_PATTERN.test(request.headers.cookie ?? '');
}

/**
 * Starts a session under a new id, so that an id planted before login (session fixation) is useless. The
 * response also gets a new device cookie.
 */
export async function openSession(request: Request, user: User): Promise<void> {
  await finished((done) => request.session.regenerate(done));
  request.session.userId = user.id;
  await renewSession(request, user);
  // express-session saves a new session once more when the response ends. The client already has the cookie
  // then, and a session that it has closed meanwhile would be stored again.
  request.session.save = skipSave;
  await describeSession(request.sessionID, {
    userId: user.id,
    userAgent: request.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    address: request.ip ?? null,
    createdAt: currentTime(),
  });
  openedSessions.set(request, user.id);
}

function skipSave(this: Session, done?: (error?: unknown) => void): Session {
  done?.();
  return this;
}

/** Renews the session of a request after the other sessions of its account have ended. */
export async function renewSession(request: Request, { sessionEpoch }: User): Promise<void> {
  request.session.epoch = sessionEpoch;
  // Saved now: an error after the handler could no longer change the response.
  await finished((done) => request.session.save(done));
}

/** Ends the session, if there is one, and clears the cookie. */
export async function closeSession(request: Request, response: Response): Promise<void> {
  if (!hasSessionCookie(request)) return;
  await finished((done) => request.session.destroy(done));
  response.clearCookie(COOKIE_NAME, { httpOnly: true, sameSite: 'lax', path: '/', secure: request.secure });
}

function finished(start: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error === undefined || error === null ? resolve() : reject(error)));
  });
}
