import { parseCookie, stringifySetCookie } from 'cookie';
import { DAY_MS, SECOND_MS } from '#core/time.ts';
import { sessionCookieName } from '#server/platform/http/create-http.ts';

const REFERRAL_COOKIE = 'referal_hash';
/** Recognizes a browser, so that a sign-in from a new one is reported. Grants no access. */
const DEVICE_COOKIE = 'device';
const DEVICE_SECONDS = (400 * DAY_MS) / SECOND_MS;

/** Cookies of a session: unreadable to scripts, not sent by other sites, bound to the host over https (contract 2). */
export function sessionCookies(publicUrl: string) {
  const name = sessionCookieName(publicUrl);
  const base = { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const;
  const read = (header: string | undefined, cookie: string) => (header === undefined ? undefined : parseCookie(header)[cookie]);
  return {
    set: (token: string, maxAgeSeconds: number | undefined) =>
      stringifySetCookie({ name, value: token, ...base, ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }) }),
    setDevice: (token: string) => stringifySetCookie({ name: DEVICE_COOKIE, value: token, ...base, maxAge: DEVICE_SECONDS }),
    clear: () => [
      stringifySetCookie({ name, value: '', ...base, maxAge: 0 }),
      stringifySetCookie({ name: REFERRAL_COOKIE, value: '', path: '/', maxAge: 0 }),
    ],
    read: (header: string | undefined) => read(header, name),
    readDevice: (header: string | undefined) => read(header, DEVICE_COOKIE),
  };
}
