import { createHash } from 'node:crypto';
import type { Locale } from '#core/locale.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertToken } from './link-store.ts';
import type { NoticeOwner } from './notice-owner.ts';

/** Validity of a link to the bot. */
const VALIDITY_MS = 15 * MINUTE_MS;
/** 192 bits; a deep link's parameter has 64 characters at most. */
const TOKEN_BYTES = 24;
const TOKEN = /^[\w-]{32}$/;

/** SHA-256 of a token; undefined for a malformed one. */
export const startTokenHash = (token: string): Buffer | undefined =>
  TOKEN.test(token) ? createHash('sha256').update(`telegram start ${token}`).digest() : undefined;

export interface StartLink {
  readonly url: string;
  readonly expiresAt: number;
}

/** Creates a one-time link to the bot that links a chat to an account or order. */
export async function makeStartLink(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { owner, bot, locale }: { readonly owner: NoticeOwner; readonly bot: string; readonly locale: Locale },
): Promise<StartLink> {
  const token = Buffer.from(deps.random.bytes(TOKEN_BYTES)).toString('base64url');
  const hash = startTokenHash(token);
  if (hash === undefined) throw new Error('a new token has the wrong form');
  const now = deps.clock.now();
  const expiresAt = now + VALIDITY_MS;
  await insertToken(tx, { hash, owner, locale, now, expiresAt });
  return { url: `https://t.me/${bot}?start=${token}`, expiresAt };
}
