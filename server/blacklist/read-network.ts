import { isIPv4, isIPv6 } from 'node:net';
import { accept, refuse, type Result } from '#core/result.ts';

/** Wider networks are whole providers: not accepted. */
const MIN_BITS = { v4: 16, v6: 32 } as const;
const HOST_BITS = { v4: 32, v6: 64 } as const;

/**
 * Parses `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/48` into a PostgreSQL network. A single IPv6 address becomes its
 * subscriber's /64.
 */
export function readNetwork(input: string): Result<string, 'invalid_format'> {
  const [address = '', bitsText, ...rest] = input.trim().split('/');
  const family = isIPv4(address) ? 'v4' : isIPv6(address) && !address.includes('%') ? 'v6' : undefined;
  const invalid = (message: string) => refuse({ code: 'invalid_format', field: 'value', message } as const);
  if (family === undefined || rest.length > 0) return invalid('invalid_network');
  const bits = bitsText === undefined ? HOST_BITS[family] : /^\d{1,3}$/.test(bitsText) ? Number(bitsText) : Number.NaN;
  if (!(bits <= HOST_BITS[family])) return invalid('invalid_network');
  return bits < MIN_BITS[family] ? invalid('network_too_wide') : accept(`${address}/${bits}`);
}

/** The address to compare with networks, from the form stored with orders (IPv6: first four groups). */
export const addressOfPeer = (peer: string): string => (peer.includes(':') && !peer.includes('::') ? `${peer}::` : peer);
