import { defineRoute, type Route } from '../../platform/http/route';
import {
  issueConfigSchema,
  issueConfigVersionParams,
  savedIssueConfigSchema,
  saveIssueConfigSchema,
  toIssueConfigWire,
  toSavedIssueConfigWire,
} from './issue-config.schema';
import { getIssueConfig, getIssueConfigVersion, saveIssueConfig } from './issue-config-versions';
import { listWarnings } from './uncovered-kinds';

const exampleContent = {
  labels: [
    {
      name: 'wrong_tariff',
      description: 'A tariff that is not on the price list of the given year.',
      covers: ['fabrication' as const, 'context_misattribution' as const],
    },
    {
      name: 'wrong_calculation',
      description: 'A sum or a comparison that is wrong.',
      covers: ['reasoning_error' as const],
    },
  ],
  domain_context: 'Support desk of an energy supplier. Tariffs are per year.',
};
const example = { ...exampleContent, version: 2, created_at: '2026-01-15T09:30:00.000Z' };
const warnings = listWarnings(exampleContent.labels);

export function issueConfigRoutes(): Route[] {
  return [
    defineRoute({
      operationId: 'getIssueConfig',
      summary: 'Get the issue configuration of this workspace',
      description: 'The latest version: the labels that evaluators report, and the domain context of judges.',
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
      operationId: 'getIssueConfigVersion',
      summary: 'Get a version of the issue configuration, which may be an old one',
      description: 'Evaluations name the version that they used.',
      tag: 'Issue config',
      method: 'get',
      path: '/v1/issue-config/versions/{version}',
      access: 'workspace',
      params: issueConfigVersionParams,
      status: 200,
      response: issueConfigSchema,
      example: { response: example },
      handler: async ({ params, workspace }) =>
        toIssueConfigWire(await getIssueConfigVersion(workspace.workspaceId, params.version)),
    }),
    defineRoute({
      operationId: 'saveIssueConfig',
      summary: 'Replace the issue configuration of this workspace',
      description:
        'Creates a new version unless nothing changes. Earlier evaluations reference the version they used. Send the ' +
        '`version` that the change is based on to avoid overwriting a concurrent change. `warnings` name the kinds of ' +
        'issues that no label covers.',
      tag: 'Issue config',
      method: 'put',
      path: '/v1/issue-config',
      access: 'workspace',
      role: 'contributor',
      body: saveIssueConfigSchema,
      status: 200,
      response: savedIssueConfigSchema,
      errors: ['conflict'],
      example: { request: { ...exampleContent, version: 1 }, response: { ...example, warnings } },
      handler: async ({ body, workspace }) => {
        const config = { labels: body.labels, domainContext: body.domain_context };
        return toSavedIssueConfigWire(await saveIssueConfig(workspace.workspaceId, config, body.version));
      },
    }),
  ];
}
