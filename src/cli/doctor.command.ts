import { describeIngestion } from './doctor/describe-ingestion';
import { describeTimes } from './doctor/describe-times';
import { type ServiceCommand, withService } from './shared/connection/with-service';
import { printResult, toJsonText } from './shared/output/output';

/**
 * `assay doctor traces`: prints what exporters have sent to the workspace.
 * @throws as `withService`
 */
export function runDoctorTraces(command: ServiceCommand): Promise<void> {
  return withService(command, async ({ client, connection }) => {
    const status = await client.request('GET /v1/ingestion/status');
    printResult(status, command, () => describeIngestion(status, connection.url));
  });
}

/** No client can parse times outside of these years. */
const impossibleTimes = [
  { created_from: '9999-12-31T23:59:59.999Z' },
  { created_to: '0000-01-01T00:00:00Z' },
];

/**
 * `assay doctor times`: lists up to 200 conversations of the workspace with impossible times.
 * @throws as `withService`
 */
export async function runDoctorTimes(command: ServiceCommand): Promise<void> {
  const { json: isJson = false, output } = command;
  const pages = await withService(command, ({ client }) =>
    Promise.all(
      impossibleTimes.map((bound) =>
        client.request('GET /v1/conversations', { query: { limit: 100, ...bound } }),
      ),
    ),
  );
  const conversations = pages.flatMap(({ items }) => items);
  if (isJson) for (const conversation of conversations) output.write(`${toJsonText(conversation)}\n`);
  else output.write(`${describeTimes(conversations)}\n`);
}
