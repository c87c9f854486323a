import { parseCookie, stringifySetCookie } from 'cookie';
import type { Secrets } from '#server/platform/secrets.ts';

/** What a browser keeps of a guest: a key of his own, and which things he holds the keys of. Other sites cannot send either, no script reads them. */
export interface GuestCookies {
  /** The header that brings the key of one thing, for clients without cookies. */
  readonly tokenHeader: string;
  /** The guest's own key; undefined when he brings none. */
  keyOf(cookies: string | undefined): string | undefined;
  /** `Set-Cookie` of a new key. */
  newKey(): string;
  /** Public ids of the things he holds, newest first. */
  heldBy(cookies: string | undefined): readonly string[];
  /** `Set-Cookie` of the things he holds from now on: one cookie, sealed, the newest thirty. */
  hold(cookies: string | undefined, id: string): string;
}

const KEY = /^[\w-]{22}$/;
const KEY_BYTES = 16;
const MAX_HELD = 30;
const KEPT_SECONDS = 60 * 60 * 24 * 60;

/** Names of a guest's keys, given by the feature whose things they open. */
export interface GuestKeys {
  readonly header: string;
  /** What guests hold, as the cookie is called. */
  readonly held: string;
}

interface Deps {
  readonly secrets: Pick<Secrets, 'seal' | 'unseal'>;
  readonly random: { bytes(length: number): Uint8Array };
  readonly publicUrl: string;
  readonly guestKeys: GuestKeys;
}

/** The list that was sealed; empty for what we did not seal. */
function unsealList({ secrets, held }: Pick<Deps, 'secrets'> & { readonly held: string }, value: string): readonly string[] {
  try {
    const kept = JSON.parse(secrets.unseal(Buffer.from(value, 'base64url'))) as Readonly<Record<string, unknown>> | null;
    const ids = kept?.[held];
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    // Not ours, or sealed with a key that is gone: he opens what is his by the mailed link
    return [];
  }
}

export function createGuestCookies({ secrets, random, publicUrl, guestKeys }: Deps): GuestCookies {
  const { header, held } = guestKeys;
  const isHttps = publicUrl.startsWith('https:');
  const named = (name: string) => (isHttps ? `__Host-${name}` : name);
  const set = (name: string, value: string) =>
    stringifySetCookie({ name: named(name), value, path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps, maxAge: KEPT_SECONDS });
  const read = (cookies: string | undefined, name: string) =>
    cookies?.includes(named(name)) === true ? parseCookie(cookies)[named(name)] : undefined;
  const heldBy: GuestCookies['heldBy'] = (cookies) => {
    const value = read(cookies, held);
    return value === undefined ? [] : unsealList({ secrets, held }, value);
  };
  return {
    tokenHeader: header,
    keyOf(cookies) {
      const key = read(cookies, 'guest');
      return key !== undefined && KEY.test(key) ? key : undefined;
    },
    newKey: () => set('guest', Buffer.from(random.bytes(KEY_BYTES)).toString('base64url')),
    heldBy,
    hold(cookies, id) {
      const ids = [id, ...heldBy(cookies).filter((other) => other !== id)].slice(0, MAX_HELD);
      return set(held, secrets.seal(JSON.stringify({ [held]: ids })).toString('base64url'));
    },
  };
}
