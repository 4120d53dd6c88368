/** The steps of creating a resource whose work a workflow does. */
export interface CreationSteps {
  /** Stores the documents; false if they exist, because the same request was repeated after a crash. */
  store(): Promise<boolean>;
  /** Starts the workflow, or joins the one that runs. */
  start(): Promise<void>;
  /** Deletes the documents, unless the workflow has begun to change them; returns whether it did. */
  removeUntouched(): Promise<boolean>;
}

/**
 * Stores documents, then starts the workflow for them: no transaction spans MongoDB and Temporal. If the start
 * fails, documents that are new are deleted again. If this process crashes in between, or the documents
 * existed before, a reconciler starts the workflow.
 * @throws errors of `store`, and that of `start` if the documents were deleted
 */
export async function createWithWorkflow({ store, start, removeUntouched }: CreationSteps): Promise<void> {
  const isNew = await store();
  try {
    await start();
  } catch (error) {
    // The start may have reached Temporal although its response was lost: what its workflow has begun is not
    // deleted.
    if (isNew && (await removeUntouched())) throw error;
  }
}
