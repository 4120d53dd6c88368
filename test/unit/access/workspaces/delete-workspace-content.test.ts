import mongoose from 'mongoose';
import '../../../../src/api-server';
import { coversWorkspaces } from '../../../../src/platform/mongo/delete-workspace-content';

const models = Object.values(mongoose.models).filter(
  ({ schema }) => schema.path('workspaceId') !== undefined,
);

it('has an index on workspaceId for every document of every collection of workspaces, to delete them by', () => {
  const uncovered = models.filter(
    ({ schema }) =>
      !schema.indexes().some(([key, options]) =>
        coversWorkspaces({
          key: key as Record<string, unknown>,
          partialFilterExpression: options?.partialFilterExpression,
        }),
      ),
  );

  expect(models.length).toBeGreaterThan(10);
  expect(uncovered.map(({ modelName }) => modelName)).toEqual([]);
});
