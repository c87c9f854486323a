import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { accept, refuse, type Result } from '#core/result.ts';

const ADDRESS_BITS = { ipv4: 32, ipv6: 128 } as const;

const familyOf = (address: string): keyof typeof ADDRESS_BITS | undefined =>
  isIPv4(address) ? 'ipv4' : isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined;

/** Parses `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/48`; the result always has a prefix length. */
export function readNetwork(input: string): Result<string, 'invalid_format'> {
  const [address = '', bitsText, ...extra] = input.trim().toLowerCase().split('/');
  const family = familyOf(address);
  if (family === undefined || extra.length > 0) return refuse({ code: 'invalid_format', field: 'networks', message: 'invalid_network' });
  const bits = bitsText === undefined ? ADDRESS_BITS[family] : /^\d{1,3}$/.test(bitsText) ? Number(bitsText) : Number.NaN;
  if (!(bits >= 1 && bits <= ADDRESS_BITS[family]))
    return refuse({ code: 'invalid_format', field: 'networks', message: 'invalid_network' });
  return accept(`${address}/${bits}`);
}

/** Whether an address may use a key; an empty list allows any. An IPv4 address mapped into IPv6 counts as IPv4. */
export function isWithin(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true;
  const family = familyOf(ip);
  if (family === undefined) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), familyOf(address) ?? 'ipv4');
  }
  return list.check(ip, family);
}
