/** The target if no other is known. */
const HOME = '/';
/** Control characters, which URL parsers drop, and the backslash, which they read as a slash. */
const UNSAFE_CHARS = /[\p{Cc}\p{Zl}\p{Zp}\\]|%(?:0[0-9a-f]|1[0-9a-f]|5c)/iu;
/** Empty and parent segments. Browsers resolve them differently, and no page of ours has them. */
const EMPTY_OR_PARENT_SEGMENT = /\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i;
const MAX = 512;

/**
 * A path of this site with its query, to redirect back to; anything that a browser could resolve to another host becomes the home page
 * (quality R49).
 */
export function ownPath(text: string | null | undefined, otherwise = HOME): string {
  if (text == null || text.length > MAX || !text.startsWith('/') || UNSAFE_CHARS.test(text)) return otherwise;
  const [address = ''] = text.split('#');
  const [path = ''] = address.split('?');
  return EMPTY_OR_PARENT_SEGMENT.test(path) ? otherwise : address;
}
