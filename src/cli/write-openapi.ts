import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRoutes } from '../api-server';
import { loadConfig } from '../config';
import { buildOpenApi } from '../platform/http/openapi';
import { packageRoot } from '../platform/package-root';
import { connectTemporal } from '../platform/temporal/connection';
import { version } from '../platform/version';

/**
 * Part of the build: writes the OpenAPI document, from which the dashboard's client types are generated.
 * Needs no engine.
 */
function main(): void {
  const config = loadConfig({ SECRET_KEY: 'unused while the document is written' });
  const routes = createRoutes(config, connectTemporal(config.temporal));
  writeFileSync(
    join(packageRoot, 'dist/openapi.json'),
    JSON.stringify(buildOpenApi(routes, { version, maxBodyBytes: config.maxBodyBytes }), null, 2),
  );
}

main();
