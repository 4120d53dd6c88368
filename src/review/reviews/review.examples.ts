import type { z } from 'zod';
import type { reviewSchema } from './review.schema';

export const reviewReplyExample = { verdict: 'has_issue', comment: 'The year is wrong.' };

export const reviewFindingExample = {
  verdict: 'confirmed',
  label: 'fabrication',
  reason: 'The passage says 1887.',
};

export const addFindingExample = {
  message_id: '2e9d5c14-7b0f-4a86-93c1-6f4e8d2b1a07',
  message_part_index: 0,
  start_offset: 32,
  end_offset: 36,
  label: 'fabrication',
};

export const reviewExample: z.input<typeof reviewSchema> = {
  id: '5b1c2f60-9f3a-4d0e-8a6f-2c8d5b7e9a10',
  conversation_id: '7f1de0a4-63cf-4d0b-8a5e-0b6f3f0c9a11',
  message_id: '2e9d5c14-7b0f-4a86-93c1-6f4e8d2b1a07',
  finding_id: null,
  number: 1,
  verdict: 'has_issue',
  span: null,
  reason: null,
  comment: 'The year is wrong.',
  adjudication: false,
  adjudicated_as: null,
  state: 'has_issue',
  reviewer: { kind: 'user', id: '9d0b3e72-1c4f-4b65-a8d9-3e7f5a2c6b18', name: 'Ada' },
  created_at: '2026-02-03T09:15:00.000Z',
};

export const findingReviewExample: z.input<typeof reviewSchema> = {
  ...reviewExample,
  finding_id: 'c81f4a2d-5e37-4b90-a1d6-7f2b9c3e8d54',
  verdict: 'confirmed',
  span: { message_part_index: 0, start_offset: 32, end_offset: 36, label: 'fabrication' },
  reason: 'The passage says 1887.',
  comment: null,
  state: 'confirmed',
};
