import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRoutes } from '../api-server';
import { loadConfig } from '../config';
import { buildOpenApi } from '../platform/openapi/build-openapi';
import { packageRoot } from '../platform/package-root';
import { connectTemporal } from '../platform/temporal/connection';
import { version } from '../platform/version';

/**
 * Part of the build: writes the OpenAPI document, from which the types of the dashboard are generated, and its part for
 * those of the client. Needs no engine.
 */
function main(): void {
  const config = loadConfig({ SECRET_KEY: 'unused while the document is written' });
  const routes = createRoutes(config, connectTemporal(config.temporal));
  const document = buildOpenApi(routes, { version, maxBodyBytes: config.maxBodyBytes });
  writeFileSync(join(packageRoot, 'dist/openapi.json'), JSON.stringify(document, null, 2));
  writeFileSync(join(packageRoot, 'dist/client-openapi.json'), JSON.stringify(selectClientPart(document)));
}

interface Operation {
  parameters: { in: string }[];
  responses: Record<string, object>;
}

/** What the types of a client need: no errors, headers and examples, which are more than half of the document. */
function selectClientPart(document: Record<string, unknown>): unknown {
  const selected = structuredClone(document) as { paths: Record<string, Record<string, Operation>> };
  for (const operation of Object.values(selected.paths).flatMap((path) => Object.values(path))) {
    operation.parameters = operation.parameters.filter((parameter) => parameter.in !== 'header');
    const { responses } = operation;
    for (const status of Object.keys(responses)) if (!status.startsWith('2')) delete responses[status];
  }
  return JSON.parse(JSON.stringify(selected, (key, value) => (isLeftOut(key) ? undefined : value)));
}

const isLeftOut = (key: string) => ['example', 'examples', 'headers'].includes(key);

main();
