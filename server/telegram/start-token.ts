import { createHash } from 'node:crypto';
import type { Locale } from '#core/locale.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertToken } from './link-store.ts';
import type { Whose } from './whose.ts';

/** How long a link to the bot is good. */
const LIVES_MS = 15 * MINUTE_MS;
/** 192 bits; what a deep link may carry has 64 characters at most. */
const BYTES = 24;
const TOKEN = /^[\w-]{32}$/;

/** What is kept of a token; undefined for what cannot be one. */
export const startTokenHash = (token: string): Buffer | undefined =>
  TOKEN.test(token) ? createHash('sha256').update(`telegram start ${token}`).digest() : undefined;

export interface StartLink {
  readonly url: string;
  readonly expiresAt: number;
}

/** A link to the bot that makes a chat hear of somebody, once; whoever opens it first has it. */
export async function makeStartLink(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { whose, bot, locale }: { readonly whose: Whose; readonly bot: string; readonly locale: Locale },
): Promise<StartLink> {
  const token = Buffer.from(deps.random.bytes(BYTES)).toString('base64url');
  const hash = startTokenHash(token);
  if (hash === undefined) throw new Error('a new token has the wrong form');
  const now = deps.clock.now();
  const expiresAt = now + LIVES_MS;
  await insertToken(tx, { hash, whose, locale, now, expiresAt });
  return { url: `https://t.me/${bot}?start=${token}`, expiresAt };
}
