import mongoose from 'mongoose';

/** Collections with documents that contain the id of a workspace anywhere, each with their number. */
export async function collectionsNaming(workspaceId: string): Promise<Record<string, number>> {
  const { db } = mongoose.connection;
  const names = (await db?.listCollections({ type: 'collection' }).toArray())?.map(({ name }) => name) ?? [];
  const counts: Record<string, number> = {};
  for (const name of names) {
    for await (const document of mongoose.connection.collection(name).find()) {
      if (JSON.stringify(document).includes(workspaceId)) counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  return counts;
}
