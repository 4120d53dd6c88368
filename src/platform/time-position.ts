/** The position of an entry in a list ordered by creation time, then id, newest first. */
export interface TimePosition {
  createdAt: Date;
  id: string;
}
