import { Schema } from 'mongoose';

/** A tag as it is stored: a pair, so that no text of a caller's ever becomes a field name. */
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
