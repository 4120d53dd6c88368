/** A place in a list that is ordered by creation time and then id, newest first: that of one of its entries. */
export interface TimePosition {
  createdAt: Date;
  id: string;
}
