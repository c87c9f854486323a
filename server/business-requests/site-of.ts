const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A name of the public web: labels and a last one of letters. */
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/iu;

/** A merchant's site as it is kept: its scheme may be left out; undefined where it is none of the public web. Nobody of ours calls it. */
export function siteOf(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || /[\s\\]/.test(text)) return undefined;
  const whole = SCHEME.test(text) && !/^[^/?#]+:\d/.test(text) ? text : `https://${text}`;
  const [, rest] = /^https?:\/\/([^/?#]+)/i.exec(whole) ?? [];
  const host = rest?.replace(/:\d{1,5}$/, '');
  return host !== undefined && HOST.test(host) ? whole : undefined;
}
