const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A public host name: labels, of which the last one consists of letters. */
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/iu;

/** The URL of a merchant's site. The scheme is optional. Undefined for a host that is not on the public web. The service never calls it. */
export function siteUrl(input: string): string | undefined {
  const text = input.trim();
  if (text === '' || /[\s\\]/.test(text)) return undefined;
  const url = SCHEME.test(text) && !/^[^/?#]+:\d/.test(text) ? text : `https://${text}`;
  const [, authority] = /^https?:\/\/([^/?#]+)/i.exec(url) ?? [];
  const host = authority?.replace(/:\d{1,5}$/, '');
  return host !== undefined && HOST.test(host) ? url : undefined;
}
