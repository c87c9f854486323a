import { parseCookie, stringifySetCookie } from 'cookie';
import type { Secrets } from '#server/platform/secrets.ts';

/** A guest's cookies: the browser's own key, and the items it may open. Not sent by other sites, not readable by scripts. */
export interface GuestCookies {
  /** Header with the token of one item, for clients without cookies. */
  readonly tokenHeader: string;
  /** The browser's own key; undefined when there is none. */
  keyOf(cookies: string | undefined): string | undefined;
  /** `Set-Cookie` of a new key. */
  newKey(): string;
  /** Public ids of the guest's items, newest first. */
  itemIds(cookies: string | undefined): readonly string[];
  /** `Set-Cookie` with this item added: one sealed cookie with the newest thirty. */
  addItem(cookies: string | undefined, id: string): string;
}

const KEY = /^[\w-]{22}$/;
const KEY_BYTES = 16;
const MAX_ITEMS = 30;
const COOKIE_SECONDS = 60 * 60 * 24 * 60;

/** Names of the header and the cookie, given by the module that owns the items. */
export interface GuestKeys {
  readonly header: string;
  /** Name of the cookie with the guest's items. */
  readonly itemsCookie: string;
}

interface Deps {
  readonly secrets: Pick<Secrets, 'seal' | 'unseal'>;
  readonly random: { bytes(length: number): Uint8Array };
  readonly publicUrl: string;
  readonly guestKeys: GuestKeys;
}

/** The list in the sealed cookie; empty when it was not sealed by us. */
function unsealList({ secrets, itemsCookie }: Pick<Deps, 'secrets'> & { readonly itemsCookie: string }, value: string): readonly string[] {
  try {
    const content = JSON.parse(secrets.unseal(Buffer.from(value, 'base64url'))) as Readonly<Record<string, unknown>> | null;
    const ids = content?.[itemsCookie];
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    // Not ours, or sealed with a removed key: the guest uses the mailed link
    return [];
  }
}

export function createGuestCookies({ secrets, random, publicUrl, guestKeys }: Deps): GuestCookies {
  const { header, itemsCookie } = guestKeys;
  const isHttps = publicUrl.startsWith('https:');
  const cookieName = (name: string) => (isHttps ? `__Host-${name}` : name);
  const set = (name: string, value: string) =>
    stringifySetCookie({
      name: cookieName(name),
      value,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps,
      maxAge: COOKIE_SECONDS,
    });
  const read = (cookies: string | undefined, name: string) =>
    cookies?.includes(cookieName(name)) === true ? parseCookie(cookies)[cookieName(name)] : undefined;
  const itemIds: GuestCookies['itemIds'] = (cookies) => {
    const value = read(cookies, itemsCookie);
    return value === undefined ? [] : unsealList({ secrets, itemsCookie }, value);
  };
  return {
    tokenHeader: header,
    keyOf(cookies) {
      const key = read(cookies, 'guest');
      return key !== undefined && KEY.test(key) ? key : undefined;
    },
    newKey: () => set('guest', Buffer.from(random.bytes(KEY_BYTES)).toString('base64url')),
    itemIds,
    addItem(cookies, id) {
      const ids = [id, ...itemIds(cookies).filter((other) => other !== id)].slice(0, MAX_ITEMS);
      return set(itemsCookie, secrets.seal(JSON.stringify({ [itemsCookie]: ids })).toString('base64url'));
    },
  };
}
