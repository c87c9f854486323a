import { parseCookie, stringifySetCookie } from 'cookie';
import { DAY_MS, type Instant, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';

/** Whose link somebody followed, when, and what the link said of its place. */
export interface Click {
  /** The referrer's code. */
  readonly code: string;
  readonly at: Instant;
  /** `utm_*` without the prefix. */
  readonly source: Readonly<Record<string, string>>;
}

const NAME = 'referal_hash';
const PURPOSE = 'referral click';
/** Domain 8: "first party, one year, deleted at sign-out". */
const KEPT_MS = 365 * DAY_MS;
/** Longer ones are not ours. */
const MAX_CHARS = 1_500;
const SHAPE = /^([0-9a-f]{12})\.([0-9a-z]{1,11})\.([\w-]*)$/;

function sourceIn(packed: string): Click['source'] {
  if (packed === '') return {};
  const read = JSON.parse(Buffer.from(packed, 'base64url').toString()) as Readonly<Record<string, string>>;
  return read;
}

/** `Set-Cookie` of a click: the last one counts, as monitors expect. Signed, so that nobody makes one for a browser that clicked nothing. */
export function clickCookie({ secrets }: Pick<Deps, 'secrets'>, click: Click, isHttps: boolean): string {
  const packed = Object.keys(click.source).length === 0 ? '' : Buffer.from(JSON.stringify(click.source)).toString('base64url');
  const text = `${click.code}.${click.at.toString(36)}.${packed}`;
  return stringifySetCookie({
    name: NAME,
    value: `${text}.${secrets.sign(PURPOSE, text)}`,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
    maxAge: KEPT_MS / SECOND_MS,
  });
}

/** The click that a browser remembers; undefined for none, for one that is too old and for what we did not sign. */
export function readClick({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>, cookies: string | undefined): Click | undefined {
  const value = cookies?.includes(NAME) === true ? parseCookie(cookies)[NAME] : undefined;
  if (value === undefined || value.length > MAX_CHARS) return undefined;
  const end = value.lastIndexOf('.');
  const text = value.slice(0, Math.max(end, 0));
  const [, code, time, packed] = SHAPE.exec(text) ?? [];
  if (code === undefined || time === undefined || packed === undefined) return undefined;
  if (!secrets.verifyKept(PURPOSE, text, value.slice(end + 1))) return undefined;
  const at = Number.parseInt(time, 36);
  return at > clock.now() - KEPT_MS ? { code, at, source: sourceIn(packed) } : undefined;
}
