import { MongoStore } from 'connect-mongo';
import type { Request, RequestHandler, Response } from 'express';
import expressSession from 'express-session';
import { SessionModel } from './session.model';

declare module 'express-session' {
  interface SessionData {
    userId: string;
  }
}

const COOKIE_NAME = 'assay_session';
const COOKIE_PATTERN = new RegExp(`(?:^|;)\\s*${COOKIE_NAME}=`);
const LIFETIME_SECONDS = 7 * 24 * 3600;
const cookie = {
  httpOnly: true,
  sameSite: 'lax',
  secure: 'auto',
  path: '/',
  maxAge: LIFETIME_SECONDS * 1000,
} as const;

/**
 * Reads the session of a request that carries the cookie; others never reach the store. A session ends seven
 * days after login, used or not. Needs an open connection.
 */
export function createSessionMiddleware(secretKey: Buffer): RequestHandler {
  const store = MongoStore.create({
    client: SessionModel.db.getClient(),
    dbName: SessionModel.db.name,
    collectionName: SessionModel.collection.collectionName,
    autoRemove: 'disabled', // the model declares the index
    ttl: LIFETIME_SECONDS,
    touchAfter: LIFETIME_SECONDS, // reading a session neither writes it nor prolongs it
  });
  const readSession = expressSession({
    name: COOKIE_NAME,
    secret: secretKey.toString('hex'),
    store,
    cookie,
    resave: false,
    saveUninitialized: false,
  });
  return (request, response, next) => {
    // An API key wins over a session, except where sessions begin and end, so theirs is never looked at.
    const usesKey = request.headers.authorization !== undefined && !request.path.startsWith('/auth/');
    if (usesKey) next();
    else readSession(request, response, next);
  };
}

export function hasSessionCookie(request: Request): boolean {
  return COOKIE_PATTERN.test(request.headers.cookie ?? '');
}

/** Starts a session under a new id, so that an id planted before login is worth nothing. */
export async function openSession(request: Request, userId: string): Promise<void> {
  await finished((done) => request.session.regenerate(done));
  request.session.userId = userId;
  // Saved now: a failure after the handler could no longer change the answer.
  await finished((done) => request.session.save(done));
}

/** Ends the session, if there is one, and drops the cookie. */
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
