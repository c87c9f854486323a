import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { noteNews } from '#server/mails/note-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { tokenHash, tokenOf } from './mailed-token.ts';
import { deleteTokens, insertToken, type Purpose } from './token-store.ts';

/** Name of the letter kind; news is noted under it. */
export const ACCOUNT_LETTER = 'account';

/** How long each link is good for. */
export const LIVES_MS: Readonly<Record<Purpose, number>> = {
  activate: 3 * DAY_MS,
  reset: HOUR_MS,
  change_email: DAY_MS,
  undo_email: 7 * DAY_MS,
};

export interface Addressed {
  readonly purpose: Purpose;
  /** Null: of the address's account, found when the letter is written. */
  readonly userId: string | null;
  readonly email: string;
}

/**
 * Mails a link, in the transaction of what it is for; those before it are over. Whether there is anything to tell this address is found
 * when the letter is written, long after the caller was answered: nothing that he sees or measures depends on it (R29).
 */
export async function mailToken(deps: Pick<Deps, 'clock' | 'random' | 'secrets'>, tx: Tx, to: Addressed): Promise<void> {
  const id = deps.random.uuid();
  const now = deps.clock.now();
  const hash = tokenHash(tokenOf(deps, id));
  if (hash === undefined) throw new Error('a new token has the wrong form');
  await deleteTokens(tx, to);
  await insertToken(tx, { ...to, id, hash, createdAt: now, expiresAt: now + LIVES_MS[to.purpose] });
  await noteNews(tx, {
    kind: ACCOUNT_LETTER,
    subject: id,
    recipient: to.email,
    version: 1,
    topic: to.purpose,
    isPaid: false,
    changedAt: now,
    dueAt: now,
  });
}
