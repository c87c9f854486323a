/** Cookies are looked at once a second where that is asked for (spec 9, `COOKIE_POLLING`), else not at all. */
export const COOKIE_POLL_MS = 1000;

const valueOf = (name: string, cookies: string): string | undefined =>
  cookies
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Tells whenever a cookie has another value than when it was last looked at: browsers tell of it themselves nowhere yet. Returns how to stop. */
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
