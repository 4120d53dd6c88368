import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to an address that can be cut: what is on it is lost, and nothing gets through until it is mended. Or only stalled. */
export class SeverableLink {
  private readonly sockets = new Set<Socket>();
  private isSevered = false;

  private constructor(
    private readonly server: Server,
    host: string,
    port: number,
  ) {
    server.on('connection', (near) => {
      if (this.isSevered) {
        near.destroy();
        return;
      }
      const far = connect(port, host);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
      }
    });
  }

  static async to(address: string): Promise<SeverableLink> {
    const [host = '', port = ''] = address.split(':');
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SeverableLink(server, host, Number(port));
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  sever(): void {
    this.isSevered = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** What is connected now gets nothing more through, as with a peer that was suspended; others may still connect. */
  stall(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** Ends the connections that were stalled as a peer does that had taken all it was sent: without an error. */
  hangUp(): void {
    for (const socket of this.sockets) socket.resume().end();
  }

  mend(): void {
    this.isSevered = false;
  }

  close(): void {
    this.sever();
    this.server.close();
  }
}
