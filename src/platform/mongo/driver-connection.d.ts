// The members used here of a file that the driver ships without types.
declare module 'mongodb/lib/cmap/connection.js' {
  import type { EventEmitter } from 'node:events';
  import type { Duplex } from 'node:stream';

  export class Connection extends EventEmitter {
    /** Why it was closed; null while it is open. */
    protected readonly error: Error | null;
    constructor(socket: Duplex, options: object);
    /** Resolves when the socket has accepted a whole command. */
    protected writeCommand(command: object, options: object): Promise<void>;
  }
}
