import { parse, parseAllDocuments } from 'yaml';

interface ComposeService {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  mem_limit: string;
  read_only: boolean;
  networks?: string[];
  stop_grace_period?: string;
  healthcheck?: { test: string[] };
}

interface Probe {
  exec?: { command: string[] };
  httpGet?: { path: string };
  tcpSocket?: object;
}

interface Container {
  name: string;
  image: string;
  command?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string } } }[];
  resources: { limits: { memory: string } };
  securityContext: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop: string[] };
  };
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  /** Of its pod. */
  graceSeconds: number | undefined;
  component: string;
}

interface NetworkPolicy {
  podSelector: Selector;
  ingress: { from: { podSelector: Selector }[] }[];
}

interface Selector {
  matchExpressions: { values: string[] }[];
}

/** What only Kubernetes needs: the name of the member's service, and a folder within the volume. */
const KUBERNETES_ONLY = new Set(['MONGO_HOST', 'PGDATA']);

/** Where rendered manifests describe something else than the Compose file; hosts have the prefix `release` in a cluster. */
export function chartDifferences(composeText: string, manifestText: string, release: string): string[] {
  const { services }: { services: Record<string, ComposeService> } = parse(composeText, { merge: true });
  const containers = containersOf(manifestText);
  const foreign = [...containers.keys()].filter((name) => services[name] === undefined);
  return [
    ...foreign.map((name) => `${name}: only in the chart`),
    ...Object.entries(services).flatMap(([name, service]) => {
      const container = containers.get(name);
      if (container === undefined) return [`${name}: missing`];
      return differences(service, container, release).map((difference) => `${name}: ${difference}`);
    }),
    ...networkDifferences(services, containers, manifestText),
  ];
}

/** Only pods that Compose attaches to the network of the engines may reach them. */
function networkDifferences(
  services: Record<string, ComposeService>,
  containers: ReadonlyMap<string, Container>,
  manifestText: string,
): string[] {
  const policy: NetworkPolicy | undefined = parseAllDocuments(manifestText)
    .map((document) => document.toJS())
    .find((manifest) => manifest?.kind === 'NetworkPolicy')?.spec;
  const componentsOf = (isSelected: (service: ComposeService) => boolean) => {
    const selected = [...containers].filter(([name]) => services[name] && isSelected(services[name]));
    return [...new Set(selected.map(([, { component }]) => component))].sort();
  };
  const engines = componentsOf(({ image }) => image !== 'assay');
  const attached = componentsOf(({ networks = [] }) => networks.includes('engines'));
  return [
    differs('NetworkPolicy: protected parts', componentsIn(policy?.podSelector), engines),
    differs('NetworkPolicy: their clients', componentsIn(policy?.ingress[0]?.from[0]?.podSelector), attached),
  ].filter((difference) => difference !== null);
}

function componentsIn(selector: Selector | undefined): string[] {
  return selector?.matchExpressions.flatMap(({ values }) => values).sort() ?? [];
}

function containersOf(manifestText: string): Map<string, Container> {
  const containers = parseAllDocuments(manifestText).flatMap((document) => {
    const pod = document.toJS()?.spec?.template?.spec;
    if (pod === undefined) return [];
    const graceSeconds: number | undefined = pod.terminationGracePeriodSeconds;
    return [...(pod.initContainers ?? []), ...pod.containers].map((container) => ({
      ...container,
      graceSeconds,
      component: document.toJS().spec.template.metadata?.labels?.['app.kubernetes.io/component'],
    }));
  });
  return new Map(containers.map((container: Container) => [container.name, container]));
}

function differences(service: ComposeService, container: Container, release: string): string[] {
  const inCluster = (text: string) =>
    text.replace(
      /(?<=^|@|\/\/|--ep )(mongo|postgres|temporal|api)(?=:\d| --port)|^postgres$/g,
      (host) => `${release}-${host}`,
    );
  const {
    allowPrivilegeEscalation,
    readOnlyRootFilesystem = false,
    capabilities,
  } = container.securityContext;
  return [
    differs(
      'image',
      service.image === 'assay' ? container.image.split(':')[0] : container.image,
      service.image,
    ),
    differs(
      'memory',
      container.resources.limits.memory,
      service.mem_limit.replace(/[gm]$/, (unit) => `${unit.toUpperCase()}i`),
    ),
    differs('read-only', readOnlyRootFilesystem, service.read_only),
    differs('confined', [allowPrivilegeEscalation, capabilities?.drop], [false, ['ALL']]),
    service.stop_grace_period === undefined
      ? null
      : differs('grace', `${container.graceSeconds}s`, service.stop_grace_period),
    differs(
      'command',
      container.command?.map(normal),
      service.command?.map((word) => normal(inCluster(word.replaceAll('$$', '$')))),
    ),
    differs('health', healthOf(container), service.healthcheck && expectedHealth(service.healthcheck.test)),
    ...environmentDifferences(service.environment ?? {}, container, inCluster),
  ].filter((difference) => difference !== null);
}

function differs(what: string, actual: unknown, expected: unknown): string | null {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  return one === other ? null : `${what} is ${one}, not ${other}`;
}

/** Without its line breaks and indentation. */
function normal(word: string): string {
  return word.trim().replace(/\s+/g, ' ');
}

/** What the kubelet asks: a command, a path or a port. */
function healthOf({ readinessProbe, livenessProbe }: Container): string | undefined {
  const probe = readinessProbe ?? livenessProbe;
  if (probe === undefined) return undefined;
  return probe.exec?.command.join(' ') ?? probe.httpGet?.path ?? 'port';
}

function expectedHealth([, ...words]: string[]): string {
  const command = words.join(' ');
  const url = /http:\/\/127\.0\.0\.1:\d+(\/[\w?=/]*)/.exec(command);
  if (url !== null) return url[1] ?? '';
  return words[0] === 'nc' ? 'port' : command;
}

function environmentDifferences(
  expected: Record<string, string>,
  { env = [] }: Container,
  inCluster: (text: string) => string,
): (string | null)[] {
  const actual = new Map(env.map((variable) => [variable.name, variable]));
  const missing = Object.keys(expected).filter((name) => !actual.has(name));
  const additions = [...actual.keys()].filter(
    (name) => expected[name] === undefined && !KUBERNETES_ONLY.has(name),
  );
  return [
    ...missing.map((name) => `${name} is not set`),
    // A part of MONGODB_URI.
    ...additions
      .filter((name) => !(name === 'MONGO_PASSWORD' && 'MONGODB_URI' in expected))
      .map((name) => `${name} is set`),
    ...Object.entries(expected).map(([name, value]) => {
      const variable = actual.get(name);
      if (variable === undefined) return null;
      const secret = variable.valueFrom?.secretKeyRef.key;
      return differs(
        name,
        variable.value ?? `secret ${secret}`,
        secret === undefined ? defaultOf(inCluster(value)) : secretOf(value),
      );
    }),
  ];
}

/** `${NAME:-value}` is its default; a required variable in a text is that of the container. */
function defaultOf(value: string): string {
  return value.replace(/\$\{(\w+):\?[^}]*\}/g, '$($1)').replace(/\$\{\w+:-([^}]*)\}/g, '$1');
}

function secretOf(value: string): string {
  return `secret ${/^\$\{(\w+):[?-]/.exec(value)?.[1]}`;
}
