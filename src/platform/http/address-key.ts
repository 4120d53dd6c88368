import ipaddr from 'ipaddr.js';

const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.+)\]):\d+$/;

/**
 * The key by which requests of an address are counted. IPv4 addresses as they are, also when mapped into IPv6
 * or followed by a proxy's port. IPv6 by /64, the smallest network assigned to one subscriber. Text that is
 * not an address is its own key.
 */
export function addressKey(address: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? [];
  const bare = ipv4 ?? ipv6 ?? address;
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
