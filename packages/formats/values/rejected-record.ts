/** A span or log record that cannot be accepted; the message is for its sender. */
export class RejectedRecord extends Error {
  override readonly name = 'RejectedRecord';
}
