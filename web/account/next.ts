/** Where an account begins. */
export const ACCOUNT = '/account';

/** Not seen, or read as another site's address by some browser. */
const NO_PATH = /[\p{Cc}\p{Z}\\]|\/\//u;

/** The page somebody was on his way to when he was asked who he is: a path of ours and nothing else (quality R49), else his account. */
export function nextOf(text: string | null | undefined): string {
  if (typeof text !== 'string' || !text.startsWith('/') || NO_PATH.test(text)) return ACCOUNT;
  const url = new URL(text, 'https://own.invalid');
  if (url.origin !== 'https://own.invalid' || /^\/(?:en\/)?(?:api|sign-out)(?:\/|$)/.test(url.pathname)) return ACCOUNT;
  return url.pathname + url.search;
}
