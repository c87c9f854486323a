/** The default path of a redirect. */
const HOME = '/';
/** Control characters, which readers of addresses drop silently, and the backslash, which they read as a slash. */
const TREACHEROUS = /[\p{Cc}\p{Zl}\p{Zp}\\]|%(?:0[0-9a-f]|1[0-9a-f]|5c)/iu;
/** Empty steps and steps upwards: what they lead to is for browsers to find out, and no page of ours has them. */
const DETOUR = /\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i;
const MAX = 512;

/** A path of ours to be led back to, with its query; anything that a browser could take for another place is the first page (quality R49). */
export function ownPath(text: string | null | undefined, otherwise = HOME): string {
  if (text == null || text.length > MAX || !text.startsWith('/') || TREACHEROUS.test(text)) return otherwise;
  const [address = ''] = text.split('#');
  const [path = ''] = address.split('?');
  return DETOUR.test(path) ? otherwise : address;
}
