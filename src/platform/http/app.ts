import { randomUUID } from 'node:crypto';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import { writeJson } from '../../../packages/text';
import { AppError } from '../errors/app-error';
import { resourceNotFound } from '../errors/error-templates';
import { groupBy } from '../group-by';
import { type Logger, withoutContent } from '../logging';
import { maskKeys } from '../security/mask-keys';
import { version } from '../version';
import { toErrorResponse } from './error-body';
import { warnAboutForwarding } from './forwarded-headers';
import { ResponseMemory } from './response-memory';
import type { Route } from './route';
import { createRequestAdmission, createRouteHandler, type RouteDependencies } from './route-handler';

export interface AppDependencies extends Omit<RouteDependencies, 'responses'> {
  /** Default: used by this app only. */
  responses?: ResponseMemory;
  logger: Logger;
  trustProxy: number;
  /** Reads the session cookie. */
  session: RequestHandler;
  /** Records metrics of every request under its operation id. */
  observe: (operationId: string) => RequestHandler;
  /** Routes outside the API: health, metrics, documentation. */
  pages: express.Router;
}

const UNREAD_BODY_MS = 60_000;
const REQUEST_ID = /^[\w.-]{1,128}$/;

/** The whole HTTP service, in the order in which a request passes through it. Does not listen. */
export function createApp(routes: readonly Route[], dependencies: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', dependencies.trustProxy);
  app.set('query parser', 'simple');

  app.use(sendVersion);
  app.use(requestLog(dependencies.logger));
  app.use(cutUnreadBodies);
  app.use(helmet());
  app.use(dependencies.pages);
  app.use(warnAboutForwarding(dependencies));
  app.use(['/v1', '/api'], noStore);
  mountRoutes(app, routes, { responses: new ResponseMemory(), ...dependencies });
  app.use(() => {
    throw resourceNotFound('Path', { loc: ['path'] });
  });
  app.use(reportError);
  return app;
}

function mountRoutes(
  app: Express,
  routes: readonly Route[],
  dependencies: AppDependencies & RouteDependencies,
): void {
  for (const [path, ofPath] of groupBy(routes, (route) => route.path)) {
    const expressPath = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const mounted = app.route(expressPath);
    for (const route of ofPath) {
      mounted[route.method](
        dependencies.observe(route.operationId),
        createRequestAdmission(route, dependencies),
        sessionFor(route, dependencies.session),
        createRouteHandler(route, dependencies),
      );
    }
    const allowed = ofPath.map((route) => route.method.toUpperCase()).join(', ');
    mounted.all((request, response) => {
      response.set('Allow', allowed);
      throw new AppError('method_not_allowed', `Method ${request.method} not allowed. Allowed: ${allowed}`, {
        loc: ['method'],
      });
    });
  }
}

/**
 * Reads the session of a request. An API key takes precedence, so the session is not read then, except on
 * public routes, where sessions begin and end. Decided by route, not by path, because Express accepts many
 * spellings of a path.
 */
function sessionFor({ access }: Route, readSession: RequestHandler): RequestHandler {
  if (access === 'public') return readSession;
  return (request, response, next) => {
    if (request.headers.authorization === undefined) readSession(request, response, next);
    else next();
  };
}

/** One line per request; no query string, header or body, because those contain secrets and conversations. */
function requestLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: (request, response) => {
      const header = request.headers['x-request-id'];
      const isUsable = typeof header === 'string' && REQUEST_ID.test(header) && maskKeys(header) === header;
      const id = isUsable ? header : randomUUID();
      response.setHeader('x-request-id', id);
      return id;
    },
    quietReqLogger: true,
    serializers: {
      err: withoutContent,
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: maskKeys(request.url.split('?')[0] ?? ''),
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
    customProps: (_request, response) => {
      const { workspaceId } = (response as Response).locals ?? {};
      return workspaceId === undefined ? {} : { workspaceId };
    },
    customLogLevel: (_request, response, error) =>
      error !== undefined || response.statusCode >= 500 ? 'error' : 'info',
  });
}

/**
 * A client whose request was rejected before its body was read may send the rest for a minute; Node.js
 * discards it.
 */
const cutUnreadBodies: RequestHandler = (request, response, next) => {
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.destroy(), UNREAD_BODY_MS);
    request.once('close', () => clearTimeout(timer));
  });
  next();
};

/** So that clients notice a service that they are not made for. */
const sendVersion: RequestHandler = (_request, response, next) => {
  response.set('Assay-Version', version);
  next();
};

const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

const reportError: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (response.destroyed) return; // the client closed the connection
  const errorResponse = toErrorResponse(error);
  if (errorResponse.isUnexpected) request.log.error({ err: error }, 'request failed unexpectedly');
  if (response.headersSent) {
    next(error); // too late for an error response: Express closes the connection, which the client sees as a failure
    return;
  }
  response
    .set(errorResponse.headers)
    .status(errorResponse.status)
    .type('json')
    .send(writeJson(errorResponse.body));
};
