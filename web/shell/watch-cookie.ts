/** Cookies are polled once a second, only where `COOKIE_POLLING` is set (spec 9). */
export const COOKIE_POLL_MS = 1000;

const valueOf = (name: string, cookies: string): string | undefined =>
  cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Polls a cookie and reports a changed value: not all browsers have an event for it. Returns the function that stops it. */
export function watchCookie(name: string, onChange: (value: string | undefined) => void): () => void {
  let last = valueOf(name, document.cookie);
  const timer = setInterval(() => {
    const value = valueOf(name, document.cookie);
    if (value === last) return;
    last = value;
    onChange(value);
  }, COOKIE_POLL_MS);
  return () => clearInterval(timer);
}
