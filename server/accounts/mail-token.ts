import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { deleteTokens, insertToken, type Purpose } from './store.ts';

type TokenDeps = Pick<Deps, 'secrets'>;

/** A token consists of two signatures of 128 bits. */
const TOKEN = /^[\w-]{52}$/;

/**
 * The token of a mailed link: 256 bits derived from our secret. A mail that is written again has the same link, and the database does not
 * contain the token.
 */
export const tokenOf = ({ secrets }: TokenDeps, id: string): string =>
  secrets.sign('account token', id) + secrets.sign('account token, second half', id);

/** SHA-256 of a token. Undefined for a malformed one. */
export const tokenHash = (token: string): Buffer | undefined =>
  TOKEN.test(token) ? createHash('sha256').update(token).digest() : undefined;

/** The kind under which these mails are queued. */
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
  /** Null if the account of the address is looked up when the mail is written. */
  readonly userId: string | null;
  readonly email: string;
}

/**
 * Queues a mail with a link, in the transaction of its cause. Earlier links end. Whether an address gets a mail is decided after the
 * response, so that the caller cannot learn it (R29).
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
