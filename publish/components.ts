import { packageRoot } from '../src/platform/package-root';
import { run } from './command';
import type { ShippedPackage } from './licenses';

interface Component {
  'bom-ref': string;
  name: string;
  scope: string;
  properties: { name: string; value: string }[];
}

/** The parts of a software bill of materials in the format of CycloneDX that are read here. */
export interface Components {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * Every package of the lock file. With `--omit dev`, npm would leave out shipped packages that a development tool
 * depends on, too.
 */
export async function listPackages(): Promise<Components> {
  const listing = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  return JSON.parse(await run('npm', listing, { cwd: packageRoot }));
}

/** What Assay ships of the listed packages. Its workspaces are part of it. */
export function selectShipped(listed: Components, shipped: readonly ShippedPackage[]): Components {
  const product = listed.metadata.component;
  const refs = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  const components = listed.components.filter((component) => refs.has(component['bom-ref']));
  const edges = new Map(listed.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const shippedOf = (ref: string) => (edges.get(ref) ?? []).filter((needed) => refs.has(needed));
  const workspaces = (edges.get(product['bom-ref']) ?? []).filter((ref) => ownPackage.test(ref));
  const direct = [product['bom-ref'], ...workspaces].flatMap(shippedOf);
  return {
    ...listed,
    // npm writes the name of the folder.
    metadata: { ...listed.metadata, component: { ...asShipped(product), name: 'assay' } },
    components: components.map(asShipped),
    dependencies: [
      { ref: product['bom-ref'], dependsOn: [...new Set(direct)] },
      ...[...refs].map((ref) => ({ ref, dependsOn: shippedOf(ref) })),
    ],
  };
}

const ownPackage = /^(?:@assay\/|assay-)/;

/** npm marks the tools of which files are copied, and the clone itself, as what they are to developers. */
function asShipped(component: Component): Component {
  const isTool = component.properties.some(({ name }) => name === 'cdx:npm:package:development');
  return { ...component, scope: isTool ? 'required' : component.scope, properties: [] };
}
