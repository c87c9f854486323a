import { BlockList, isIP } from 'node:net';

/**
 * Non-public IPv4 networks without trailing zeros: IANA's special-purpose registry, multicast, and the address of a cloud's internal
 * services.
 */
const NOT_PUBLIC_4 = [
  '0/8',
  '10/8',
  '100.64/10',
  '127/8',
  '168.63.129.16/32',
  '169.254/16',
  '172.16/12',
  '192/24',
  '192.0.2/24',
  '192.88.99/24',
  '192.168/16',
  '198.18/15',
  '198.51.100/24',
  '203.0.113/24',
  '224/4',
  '240/4',
] as const;

/** The only IPv6 range assigned to the internet; mapped, translated, local and multicast addresses lie outside. */
const PUBLIC_6 = '2000::/3';
/** Exceptions within it, some of which embed an IPv4 address: Teredo and other protocols, documentation, 6to4, site translation. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'] as const;

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [start = '', bits = ''] = network.split('/');
    const address = family === 'ipv4' ? [...start.split('.'), '0', '0', '0'].slice(0, 4).join('.') : start;
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const notPublic4 = listOf(NOT_PUBLIC_4, 'ipv4');
const public6 = listOf([PUBLIC_6], 'ipv6');
const notPublic6 = listOf(NOT_PUBLIC_6, 'ipv6');

/** Whether an address belongs to the public internet: not to this machine, its network or its cloud, and embeds no such address (R49). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, 'ipv4');
  return family === 6 && public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}
