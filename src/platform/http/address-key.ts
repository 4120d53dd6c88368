import ipaddr from 'ipaddr.js';

const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.+)\]):\d+$/;

/**
 * What an address is counted by: IPv4 as it is, also when IPv6 or a proxy's port surrounds it, and IPv6 by its /64,
 * the least that one subscriber has. Text that is no address counts as itself.
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
