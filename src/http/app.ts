import { randomUUID } from 'node:crypto';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import { AppError } from '../errors/app-error';
import { groupBy } from '../group-by';
import { type Logger, withoutContent } from '../logging';
import { maskKeys } from '../security/mask-keys';
import { toErrorAnswer } from './error-body';
import type { Route } from './route';
import { createRouteHandler, type RouteDependencies } from './route-handler';

export interface AppDependencies extends RouteDependencies {
  logger: Logger;
  trustProxy: number;
  /** Reads the session cookie. */
  session: RequestHandler;
  /** Measures every request under its operation id. */
  observe: (operationId: string) => RequestHandler;
  /** Answers outside the API: health, metrics, documentation. */
  pages: express.Router;
}

const REQUEST_ID = /^[\w.-]{1,128}$/;

/** The whole HTTP service, in the order in which a request passes through it. Never listens. */
export function createApp(routes: readonly Route[], dependencies: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', dependencies.trustProxy);
  app.set('query parser', 'simple');

  app.use(requestLog(dependencies.logger));
  app.use(helmet());
  app.use(dependencies.pages);
  app.use('/v1', noStore, dependencies.session);
  mountRoutes(app, routes, dependencies);
  app.use(() => {
    throw new AppError('not_found', 'No such path', { loc: ['path'] });
  });
  app.use(reportError);
  return app;
}

function mountRoutes(app: Express, routes: readonly Route[], dependencies: AppDependencies): void {
  for (const [path, ofPath] of groupBy(routes, (route) => route.path)) {
    const expressPath = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const mounted = app.route(expressPath);
    for (const route of ofPath) {
      mounted[route.method](dependencies.observe(route.operationId), createRouteHandler(route, dependencies));
    }
    const allowed = ofPath.map((route) => route.method.toUpperCase()).join(', ');
    mounted.all((request, response) => {
      response.set('Allow', allowed);
      throw new AppError('method_not_allowed', `${request.method} is not answered here; ${allowed} is`, {
        loc: ['method'],
      });
    });
  }
}

/** One line a request; no query string, header or body, because those hold secrets and conversations. */
function requestLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: (request, response) => {
      const given = request.headers['x-request-id'];
      const isUsable = typeof given === 'string' && REQUEST_ID.test(given) && maskKeys(given) === given;
      const id = isUsable ? given : randomUUID();
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

const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

const reportError: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (response.destroyed) return; // the client went away, and took its request with it
  const answer = toErrorAnswer(error);
  if (answer.isUnexpected) request.log.error({ err: error }, 'request failed unexpectedly');
  if (response.headersSent) {
    next(error); // too late for an answer: Express cuts the connection, which the client sees as a failure
    return;
  }
  response.set(answer.headers).status(answer.status).json(answer.body);
};
