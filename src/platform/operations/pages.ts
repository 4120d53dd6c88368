import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Request, type RequestHandler, Router } from 'express';
import { cacheFor } from './cache-for';
import { createDashboard } from './dashboard';
import { createGuides, GUIDES_PATH } from './guides';
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
  /** The folder of Swagger UI's two files; it may be absent. */
  referenceFolder: string;
  /** The folder of the documentation; it may be absent. */
  guidesFolder: string;
  /** Counts a request of the address; not called for probes. @throws AppError rate_limited */
  countPage: (request: Request) => void;
}

const METRICS_CACHE_MS = 1000;

/** All routes outside the API: liveness, readiness, metrics, the documentation and the dashboard. */
export function createPages({
  metrics,
  openApi,
  engines,
  isStopping,
  dashboardFolder,
  referenceFolder,
  guidesFolder,
  countPage,
}: PagesDependencies): Router {
  const pages = Router();
  pages.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  pages.get('/readyz', createReadiness(engines, isStopping));
  const readMetrics = cacheFor(METRICS_CACHE_MS, () => metrics.registry.metrics());
  const counted: RequestHandler = (request, _response, next) => {
    countPage(request);
    next();
  };
  pages.use(['/metrics', '/openapi.json', '/docs'], counted);
  pages.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await readMetrics());
  });
  pages.get('/openapi.json', sendDocument(openApi));
  pages.use(GUIDES_PATH, createGuides(guidesFolder));
  pages.use('/docs', createDocs(referenceFolder));
  pages.use(createDashboard(dashboardFolder, counted));
  return pages;
}

interface PackedDocument {
  text: Buffer;
  compressed: Buffer;
  digest: string;
}

function pack(document: object): PackedDocument {
  const text = Buffer.from(JSON.stringify(document));
  return {
    text,
    compressed: gzipSync(text),
    digest: createHash('sha256').update(text).digest('base64url'),
  };
}

/** Sends a document of a megabyte, packed once, when it is first asked for, and compressed to clients that accept it. */
function sendDocument(document: object): RequestHandler {
  let packed: PackedDocument | null = null;
  return (request, response) => {
    packed ??= pack(document);
    const { text, compressed, digest } = packed;
    const isCompressed = request.acceptsEncodings('gzip') !== false;
    // Each form has its own tag.
    const tag = `"${digest}${isCompressed ? '-gzip' : ''}"`;
    response.set({ ETag: tag, 'Cache-Control': 'no-cache' }).vary('Accept-Encoding').type('json');
    if (request.get('if-none-match')?.includes(tag)) {
      response.status(304).end();
      return;
    }
    if (isCompressed) response.set('Content-Encoding', 'gzip');
    response.send(isCompressed ? compressed : text);
  };
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
<p class="swagger-ui"><a href="${GUIDES_PATH}/">Guides</a></p>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const docsScript = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, defaultModelsExpandDepth: 0, validatorUrl: null });`;

/** The documentation, from files of swagger-ui-dist that the build copies: nothing is loaded from other sites. */
function createDocs(folder: string): Router {
  const docs = Router();
  docs.use(allowInlineStyles);
  docs.get('/', (_request, response) => {
    response.type('html').send(docsPage);
  });
  docs.get('/start.js', (_request, response) => {
    response.type('js').send(docsScript);
  });
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    docs.get(`/${file}`, (_request, response) => {
      response.sendFile(join(folder, file), { maxAge: '1h' });
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
