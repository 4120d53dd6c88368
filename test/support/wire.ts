import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** A TCP connection to a server that can be cut and restored, like a network. */
export class Wire {
  private readonly sockets = new Set<net.Socket>();
  private isCut = false;

  private constructor(
    private readonly server: net.Server,
    private readonly target: { host: string; port: number },
  ) {
    server.on('connection', (inbound) => this.join(inbound));
  }

  static async to(target: URL): Promise<Wire> {
    const wire = new Wire(net.createServer(), { host: target.hostname, port: Number(target.port) });
    wire.server.listen(0, '127.0.0.1');
    await once(wire.server, 'listening');
    return wire;
  }

  /** `host:port` of this end. */
  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  restore(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private join(inbound: net.Socket): void {
    if (this.isCut) {
      inbound.destroy();
      return;
    }
    const outbound = net.connect(this.target);
    for (const [from, to] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      this.sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => this.sockets.delete(from));
    }
  }
}
