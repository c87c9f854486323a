import { isIPv4, isIPv6 } from 'node:net';
import { accept, refuse, type Result } from '#core/result.ts';

/** Larger networks are whole countries and telephone companies: nobody is kept out by them. */
const LEAST_BITS = { v4: 16, v6: 32 } as const;
const WHOLE_BITS = { v4: 32, v6: 64 } as const;

/** `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/48`: a network as PostgreSQL reads it. An address alone is itself, of IPv6 its subscriber's /64. */
export function readNetwork(typed: string): Result<string, 'invalid_format'> {
  const [address = '', bitsText, ...rest] = typed.trim().split('/');
  const family = isIPv4(address) ? 'v4' : isIPv6(address) && !address.includes('%') ? 'v6' : undefined;
  const wrong = (message: string) => refuse({ code: 'invalid_format', field: 'value', message } as const);
  if (family === undefined || rest.length > 0) return wrong('invalid_network');
  const bits = bitsText === undefined ? WHOLE_BITS[family] : /^\d{1,3}$/.test(bitsText) ? Number(bitsText) : Number.NaN;
  if (!(bits <= WHOLE_BITS[family])) return wrong('invalid_network');
  return bits < LEAST_BITS[family] ? wrong('network_too_wide') : accept(`${address}/${bits}`);
}

/** A peer as it is kept beside orders (IPv6 by its first four groups), as an address that networks are compared with. */
export const addressOfPeer = (peer: string): string => (peer.includes(':') && !peer.includes('::') ? `${peer}::` : peer);
