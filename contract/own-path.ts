/** Where somebody is sent when nothing better is known. */
const HOME = '/';
/** Only to be resolved against: whatever leaves it is not ours. */
const OURS = 'https://ours.invalid';
/** Control characters, which readers of addresses drop silently, and the backslash, which they read as a slash. */
const TREACHEROUS = /[\p{Cc}\p{Zl}\p{Zp}\\]|%(?:0[0-9a-f]|1[0-9a-f]|5c)/iu;
const MAX = 512;

/** A path of ours to be led back to, with its query; anything that a browser could take for another place is the first page (quality R49). */
export function ownPath(text: string | null | undefined, otherwise = HOME): string {
  if (text == null || text.length > MAX || !text.startsWith('/') || TREACHEROUS.test(text)) return otherwise;
  if (!URL.canParse(text, OURS)) return otherwise;
  const url = new URL(text, OURS);
  return url.origin === OURS && !url.pathname.startsWith('//') ? url.pathname + url.search : otherwise;
}
