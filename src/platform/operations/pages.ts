import { dirname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { createDashboard } from './dashboard';
import type { Metrics } from './metrics';
import { createReadiness, type EngineChecks } from './readiness';

export interface PagesDependencies {
  metrics: Metrics;
  openApi: Record<string, unknown>;
  engines: EngineChecks;
  /** True once the process was asked to stop. */
  isStopping: () => boolean;
  /** The folder of the built dashboard; it may be absent. */
  dashboardFolder: string;
}

/** All routes outside the API: liveness, readiness, metrics, the documentation and the dashboard. */
export function createPages({
  metrics,
  openApi,
  engines,
  isStopping,
  dashboardFolder,
}: PagesDependencies): Router {
  const pages = Router();
  pages.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  pages.get('/readyz', createReadiness(engines, isStopping));
  pages.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  pages.get('/openapi.json', (_request, response) => {
    response.json(openApi);
  });
  pages.use('/docs', createDocs());
  pages.use(createDashboard(dashboardFolder));
  return pages;
}

const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const docsScript = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, defaultModelsExpandDepth: 0, validatorUrl: null });`;

/** The documentation, from files of the swagger-ui-dist package: nothing is loaded from other sites. */
function createDocs(): Router {
  const docs = Router();
  docs.use(allowInlineStyles);
  docs.get('/', (_request, response) => {
    response.type('html').send(docsPage);
  });
  docs.get('/start.js', (_request, response) => {
    response.type('js').send(docsScript);
  });
  const assets = dirname(require.resolve('swagger-ui-dist/package.json'));
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    docs.get(`/${file}`, (_request, response) => {
      response.sendFile(join(assets, file), { maxAge: '1h' });
    });
  }
  return docs;
}

/** Swagger UI's scripts set style attributes; scripts stay limited to this origin. */
const allowInlineStyles: RequestHandler = (_request, response, next) => {
  response.set(
    'Content-Security-Policy',
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
  next();
};
