import { parseCookie, stringifySetCookie } from 'cookie';
import { SECOND_MS } from '#core/time.ts';
import type { Random } from '#server/platform/random.ts';
import { ATTEMPT_MS } from './attempt.ts';

const BYTES = 32;
const FORM = /^[\w-]{43}$/;

/** By what a browser is known while it is at another house: bound to this host over https, so that no neighbour can plant one. */
export function attemptCookie(publicUrl: string) {
  const isHttps = publicUrl.startsWith('https:');
  const name = isHttps ? '__Host-provider' : 'provider';
  const base = { name, path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  return {
    /** Undefined: none, or none of ours. */
    read(header: string | undefined): string | undefined {
      const value = header === undefined ? undefined : parseCookie(header)[name];
      return value !== undefined && FORM.test(value) ? value : undefined;
    },
    make: (random: Random): string => Buffer.from(random.bytes(BYTES)).toString('base64url'),
    set: (value: string): string => stringifySetCookie({ ...base, value, maxAge: ATTEMPT_MS / SECOND_MS }),
    clear: (): string => stringifySetCookie({ ...base, value: '', maxAge: 0 }),
  };
}
