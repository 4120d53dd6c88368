import { defineRoute, type Route } from '../../platform/http/route';
import { issueConfigSchema, saveIssueConfigSchema, toIssueConfigWire } from './issue-config.schema';
import { getIssueConfig, saveIssueConfig } from './issue-config-versions';

const exampleContent = {
  labels: [
    { name: 'fabrication', description: 'A statement that is not in the evidence.' },
    { name: 'wrong_tariff', description: 'A tariff that is not on the price list of the given year.' },
  ],
  domain_context: 'Support desk of an energy supplier. Tariffs are per year.',
};
const example = { ...exampleContent, version: 2, created_at: '2026-01-15T09:30:00.000Z' };

export function issueConfigRoutes(): Route[] {
  return [
    defineRoute({
      operationId: 'getIssueConfig',
      summary: 'Get the issue configuration of this workspace',
      tag: 'Issue config',
      method: 'get',
      path: '/v1/issue-config',
      access: 'workspace',
      status: 200,
      response: issueConfigSchema,
      example: { response: example },
      handler: async ({ workspace }) => toIssueConfigWire(await getIssueConfig(workspace.workspaceId)),
    }),
    defineRoute({
      operationId: 'saveIssueConfig',
      summary: 'Replace the issue configuration of this workspace',
      description:
        'Creates a new version unless nothing changes. Earlier evaluations reference the version they used. Send the ' +
        '`version` that the change is based on to avoid overwriting a concurrent change.',
      tag: 'Issue config',
      method: 'put',
      path: '/v1/issue-config',
      access: 'workspace',
      role: 'contributor',
      body: saveIssueConfigSchema,
      status: 200,
      response: issueConfigSchema,
      errors: ['conflict'],
      example: { request: { ...exampleContent, version: 1 }, response: example },
      handler: async ({ body, workspace }) => {
        const config = { labels: body.labels, domainContext: body.domain_context };
        return toIssueConfigWire(await saveIssueConfig(workspace.workspaceId, config, body.version));
      },
    }),
  ];
}
