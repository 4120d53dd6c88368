import type { Duplex } from 'node:stream';
import { Connection } from 'mongodb/lib/cmap/connection.js';

/**
 * A connection of the driver on which no write waits for ever. The driver (7.8 and 7.9) waits for the socket's `drain`
 * after a write that the socket could not take at once; a socket that is closed meanwhile, by its peer or by the
 * driver's own timeout, drains no more, and the operation never ends. What fails such a write is the socket's own
 * error besides, which the driver neither repeats nor lets others know as a lost connection.
 */
export class FailFastConnection extends Connection {
  constructor(socket: Duplex, options: object) {
    super(socket, options);
    // The driver looks whether the connection is still open once the wait is over.
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
