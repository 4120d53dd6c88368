import type { Client } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { temporal } from '@temporalio/proto';

/** Search attributes of workflows in the Temporal UI. */
export const workspaceAttribute = defineSearchAttributeKey('AssayWorkspaceId', SearchAttributeType.KEYWORD);
export const modelAttribute = defineSearchAttributeKey('AssayModel', SearchAttributeType.KEYWORD);
/** Set on an optimization run and on the experiments that measure its baseline and candidates. */
export const optimizationRunAttribute = defineSearchAttributeKey(
  'AssayOptimizationRunId',
  SearchAttributeType.KEYWORD,
);

const attributes = [workspaceAttribute, modelAttribute, optimizationRunAttribute];

/** Registers our search attributes in the client's namespace; existing ones are left unchanged. */
export async function registerSearchAttributes(client: Client): Promise<void> {
  const { namespace } = client.options;
  const operator = client.connection.operatorService;
  const { customAttributes } = await operator.listSearchAttributes({ namespace });
  const missingAttributes = attributes.filter(({ name }) => customAttributes?.[name] === undefined);
  if (missingAttributes.length === 0) return;
  const keyword = temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
  await operator.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missingAttributes.map(({ name }) => [name, keyword])),
  });
}
