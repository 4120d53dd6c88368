import type { Duplex } from 'node:stream';
import { Connection } from 'mongodb/lib/cmap/connection.js';

/**
 * A driver connection on which no write waits forever. The driver (7.8 and 7.9) waits for the socket's
 * `drain` after a write that exceeded the socket's buffer. A socket that is closed meanwhile, by its peer or
 * by the driver's timeout, never emits `drain`, so the operation never ends. Such a write must also fail with
 * the connection's error: the driver neither retries the socket's own error nor treats it as a lost
 * connection.
 */
export class FailFastConnection extends Connection {
  constructor(socket: Duplex, options: object) {
    super(socket, options);
    // The driver checks whether the connection is still open after `drain`.
    this.once('close', () => socket.emit('drain'));
  }

  protected override async writeCommand(command: object, options: object): Promise<void> {
    try {
      await super.writeCommand(command, options);
    } catch (error) {
      throw this.error ?? error;
    }
  }
}
