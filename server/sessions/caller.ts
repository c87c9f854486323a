import { createHash } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Deps } from '#server/deps.ts';
import type { Random } from '#server/platform/random.ts';
import { DAY_MS, SECOND_MS } from '#core/time.ts';
import { sessionCookieName } from '#server/platform/http/create-http.ts';

const REFERRAL_COOKIE = 'referal_hash';
/** Recognizes a browser, so that a sign-in from a new one is reported. It grants no access. */
const DEVICE_COOKIE = 'device';
const DEVICE_SECONDS = (400 * DAY_MS) / SECOND_MS;

/** Cookies of a session. Scripts cannot read them, other sites cannot send them, and over https they are bound to the host (contract 2). */
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

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** A new opaque cookie value of 256 bits. */
export const newSessionToken = (random: Random): string => Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url');

/** SHA-256 of a token. Undefined for a malformed one. */
export const sessionTokenHash = (token: string): Buffer | undefined =>
  TOKEN.test(token) ? createHash('sha256').update(token).digest() : undefined;

/** SHA-256 of a token that we created. */
export function hashOfToken(token: string): Buffer {
  const hash = sessionTokenHash(token);
  if (hash === undefined) throw new Error('a new token has the wrong form');
  return hash;
}

const MAX_USER_AGENT_LENGTH = 300;

export interface RequestSource {
  readonly ip: string;
  readonly header: (name: string) => string | undefined;
}

/**
 * Where a call comes from, for security events. A browser without a valid device token is given a new one: `newDeviceToken` is to be set
 * as its cookie.
 */
export function callerOf({ random, settings }: Pick<Deps, 'random' | 'settings'>, { ip, header }: RequestSource) {
  const cookies = header('cookie');
  const storedToken = sessionCookies(settings.publicUrl).readDevice(cookies);
  const hasDeviceToken = storedToken !== undefined && sessionTokenHash(storedToken) !== undefined;
  const deviceToken = hasDeviceToken ? storedToken : newSessionToken(random);
  const device = (header('user-agent') ?? '').slice(0, MAX_USER_AGENT_LENGTH);
  return { ip, device, cookies, deviceToken, newDeviceToken: hasDeviceToken ? undefined : deviceToken };
}

/** The hash of a session's token, from the session id of a visitor. */
export const hashOfId = (sessionId: string): Buffer => Buffer.from(sessionId, 'base64url');
