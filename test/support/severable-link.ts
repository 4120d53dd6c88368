import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A proxy to an address that can be cut: data in transit is lost, and nothing passes until it is restored. Or
 * it only stalls.
 */
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

  /** Existing connections pass nothing more, as with a suspended peer; new ones still connect. */
  stall(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** Ends the stalled connections like a peer that has received everything: without an error. */
  hangUp(): void {
    for (const socket of this.sockets) socket.resume().end();
  }

  restore(): void {
    this.isSevered = false;
  }

  close(): void {
    this.sever();
    this.server.close();
  }
}
