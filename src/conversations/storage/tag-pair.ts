import { Schema } from 'mongoose';

/** A stored tag: a pair, so that a caller's text never becomes a field name. */
export interface TagPair {
  key: string;
  value: string;
}

export const tagSchema = new Schema<TagPair>(
  { key: { type: String, required: true }, value: { type: String, default: '' } },
  { _id: false, strict: 'throw' },
);

export function toTagPairs(tags: Record<string, string>): TagPair[] {
  return Object.entries(tags).map(([key, value]) => ({ key, value }));
}
