import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { tokenHash, tokenOf } from './mailed-token.ts';
import { deleteTokens, insertToken, type Purpose } from './token-store.ts';

/** Kind of mail news. */
export const ACCOUNT_EMAIL = 'account';

/** Validity of each link. */
export const VALIDITY_MS: Readonly<Record<Purpose, number>> = {
  activate: 3 * DAY_MS,
  reset: HOUR_MS,
  change_email: DAY_MS,
  undo_email: 7 * DAY_MS,
};

export interface TokenRecipient {
  readonly purpose: Purpose;
  /** Null: the address's account, looked up when the mail is written. */
  readonly userId: string | null;
  readonly email: string;
}

/**
 * Mails a link, in the transaction of its cause; earlier links end. Whether an address gets a mail is decided when it is written, after
 * the response, so that nothing reveals it to the caller (R29).
 */
export async function mailToken(deps: Pick<Deps, 'clock' | 'random' | 'secrets'>, tx: Tx, recipient: TokenRecipient): Promise<void> {
  const id = deps.random.uuid();
  const now = deps.clock.now();
  const hash = tokenHash(tokenOf(deps, id));
  if (hash === undefined) throw new Error('a new token has the wrong form');
  await deleteTokens(tx, recipient);
  await insertToken(tx, { ...recipient, id, hash, createdAt: now, expiresAt: now + VALIDITY_MS[recipient.purpose] });
  await queueNews(tx, {
    kind: ACCOUNT_EMAIL,
    subject: id,
    recipient: recipient.email,
    version: 1,
    topic: recipient.purpose,
    isPaid: false,
    changedAt: now,
    dueAt: now,
  });
}
