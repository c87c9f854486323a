import { parseCookie, stringifySetCookie } from 'cookie';
import { DAY_MS, type Instant, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';

/** A click on a referral link. */
export interface Click {
  /** The referrer's code. */
  readonly code: string;
  readonly at: Instant;
  /** `utm_*` without the prefix. */
  readonly source: Readonly<Record<string, string>>;
}

const COOKIE_NAME = 'referal_hash';
const PURPOSE = 'referral click';
/** Domain 8: "first party, one year, deleted at sign-out". */
const MAX_AGE_MS = 365 * DAY_MS;
/** Longer values are not ours. */
const MAX_CHARS = 1_500;
const COOKIE_PATTERN = /^([0-9a-f]{12})\.([0-9a-z]{1,11})\.([\w-]*)$/;

function parseSource(packed: string): Click['source'] {
  if (packed === '') return {};
  const read = JSON.parse(Buffer.from(packed, 'base64url').toString()) as Readonly<Record<string, string>>;
  return read;
}

/** `Set-Cookie` of a click; the last click counts, as monitors expect. Signed, so that it cannot be forged. */
export function clickCookie({ secrets }: Pick<Deps, 'secrets'>, click: Click, isHttps: boolean): string {
  const packed = Object.keys(click.source).length === 0 ? '' : Buffer.from(JSON.stringify(click.source)).toString('base64url');
  const text = `${click.code}.${click.at.toString(36)}.${packed}`;
  return stringifySetCookie({
    name: COOKIE_NAME,
    value: `${text}.${secrets.sign(PURPOSE, text)}`,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
    maxAge: MAX_AGE_MS / SECOND_MS,
  });
}

/** The click stored in the browser's cookie; undefined: none, expired or not signed by us. */
export function readClick({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>, cookies: string | undefined): Click | undefined {
  const value = cookies?.includes(COOKIE_NAME) === true ? parseCookie(cookies)[COOKIE_NAME] : undefined;
  if (value === undefined || value.length > MAX_CHARS) return undefined;
  const end = value.lastIndexOf('.');
  const text = value.slice(0, Math.max(end, 0));
  const [, code, time, packed] = COOKIE_PATTERN.exec(text) ?? [];
  if (code === undefined || time === undefined || packed === undefined) return undefined;
  if (!secrets.verifyLongLived(PURPOSE, text, value.slice(end + 1))) return undefined;
  const at = Number.parseInt(time, 36);
  return at > clock.now() - MAX_AGE_MS ? { code, at, source: parseSource(packed) } : undefined;
}
