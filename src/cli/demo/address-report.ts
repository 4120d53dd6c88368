import type { Experiment } from '../../../packages/client';
import { runExperimentWorkflow } from '../../../workflows/contracts';
import type { ServiceAddresses } from '../service/bring-up';
import type { DemoAccount } from './demo-account';

export interface AddressReport {
  service: ServiceAddresses;
  temporalNamespace: string;
  account: DemoAccount;
  key: string;
  experiments: Experiment[];
}

/** Addresses of all parts, the sign-in, and a request to paste into a shell. */
export function describeAddresses({
  service,
  temporalNamespace,
  account,
  key,
  experiments,
}: AddressReport): string {
  const { temporal_ui: ui } = service;
  const runs = experiments.map(({ id, name }): [string, string] => [
    `  ${name}`,
    `${ui}/namespaces/${temporalNamespace}/workflows/${encodeURIComponent(runExperimentWorkflow.idOf(id))}`,
  ]);
  const places: [string, string][] = [
    ['Dashboard', `${service.api}/`],
    ['Sign-in', `${account.email} with password ${account.password}`],
    ['API', service.api],
    ['API reference', service.docs],
    ...(ui === null
      ? [['Temporal', service.temporal_address] as [string, string]]
      : [['Temporal UI', ui] as [string, string], ...runs]),
    ['MongoDB', service.mongodb_uri],
  ];
  const width = Math.max(...places.map(([name]) => name.length));
  return [
    ...places.map(([name, place]) => `${name.padEnd(width)}  ${place}`),
    '',
    'Check your own conversation:',
    '',
    curlCommand(service.api, key),
  ].join('\n');
}

function curlCommand(api: string, key: string): string {
  const messages = [
    { role: 'system', content: 'Order 1042 ships on 3 May.' },
    { role: 'user', content: 'When does order 1042 ship?' },
    { role: 'assistant', content: 'Order 1042 ships on 5 May.' },
  ];
  return [
    `curl -s ${api}/v1/detect-hallucinations \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify({ messages })}'`,
  ].join('\n');
}
