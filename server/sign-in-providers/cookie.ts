import { parseCookie, stringifySetCookie } from 'cookie';
import { SECOND_MS } from '#core/time.ts';
import type { Random } from '#server/platform/random.ts';
import { ATTEMPT_VALIDITY_MS } from './attempt.ts';

const BYTES = 32;
const TOKEN_PATTERN = /^[\w-]{43}$/;

/** Identifies a browser during an attempt. Bound to this host over https, so that a subdomain cannot plant one. */
export function attemptCookie(publicUrl: string) {
  const isHttps = publicUrl.startsWith('https:');
  const name = isHttps ? '__Host-provider' : 'provider';
  const base = { name, path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  return {
    /** Undefined: missing or malformed. */
    read(header: string | undefined): string | undefined {
      const value = header === undefined ? undefined : parseCookie(header)[name];
      return value !== undefined && TOKEN_PATTERN.test(value) ? value : undefined;
    },
    make: (random: Random): string => Buffer.from(random.bytes(BYTES)).toString('base64url'),
    set: (value: string): string => stringifySetCookie({ ...base, value, maxAge: ATTEMPT_VALIDITY_MS / SECOND_MS }),
    clear: (): string => stringifySetCookie({ ...base, value: '', maxAge: 0 }),
  };
}
