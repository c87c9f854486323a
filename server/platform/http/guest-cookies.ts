import { parseCookie, stringifySetCookie } from 'cookie';
import type { Secrets } from '#server/platform/secrets.ts';

/** What a browser keeps of a guest: a key of his own, and which orders he holds the keys of. Other sites cannot send either, no script reads them. */
export interface GuestCookies {
  /** The guest's own key; undefined when he brings none. */
  keyOf(cookies: string | undefined): string | undefined;
  /** `Set-Cookie` of a new key. */
  newKey(): string;
  /** Public ids of the orders he holds, newest first. */
  ordersOf(cookies: string | undefined): readonly string[];
  /** `Set-Cookie` of the orders he holds from now on: one cookie, sealed, the newest thirty. */
  holdOrder(cookies: string | undefined, orderId: string): string;
}

const KEY = /^[\w-]{22}$/;
const KEY_BYTES = 16;
const MAX_ORDERS = 30;
const KEPT_SECONDS = 60 * 60 * 24 * 60;

interface Deps {
  readonly secrets: Pick<Secrets, 'seal' | 'unseal'>;
  readonly random: { bytes(length: number): Uint8Array };
  readonly publicUrl: string;
}

/** The list that was sealed; empty for what we did not seal. */
function unsealList(secrets: Deps['secrets'], value: string): readonly string[] {
  try {
    const held: unknown = JSON.parse(secrets.unseal(Buffer.from(value, 'base64url')));
    const orders: unknown = typeof held === 'object' && held !== null && 'orders' in held ? held.orders : [];
    return Array.isArray(orders) ? orders.filter((id) => typeof id === 'string') : [];
  } catch {
    // Not ours, or sealed with a key that is gone: he opens his order by the mailed link
    return [];
  }
}

export function createGuestCookies({ secrets, random, publicUrl }: Deps): GuestCookies {
  const isHttps = publicUrl.startsWith('https:');
  const named = (name: string) => (isHttps ? `__Host-${name}` : name);
  const set = (name: string, value: string) =>
    stringifySetCookie({ name: named(name), value, path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps, maxAge: KEPT_SECONDS });
  const read = (cookies: string | undefined, name: string) =>
    cookies?.includes(named(name)) === true ? parseCookie(cookies)[named(name)] : undefined;
  const ordersOf: GuestCookies['ordersOf'] = (cookies) => {
    const value = read(cookies, 'orders');
    return value === undefined ? [] : unsealList(secrets, value);
  };
  return {
    keyOf(cookies) {
      const key = read(cookies, 'guest');
      return key !== undefined && KEY.test(key) ? key : undefined;
    },
    newKey: () => set('guest', Buffer.from(random.bytes(KEY_BYTES)).toString('base64url')),
    ordersOf,
    holdOrder(cookies, orderId) {
      const orders = [orderId, ...ordersOf(cookies).filter((id) => id !== orderId)].slice(0, MAX_ORDERS);
      return set('orders', secrets.seal(JSON.stringify({ orders })).toString('base64url'));
    },
  };
}
