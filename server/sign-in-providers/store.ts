import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

export const PURPOSES = ['sign_in', 'link', 'prove'] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface Attempt {
  readonly provider: string;
  readonly purpose: Purpose;
  readonly browserHash: Buffer;
  /** The session that started the attempt; null for a sign-in. */
  readonly sessionHash: Buffer | null;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
}

export async function insertAttempt(
  db: Queryable,
  attempt: Attempt & { readonly stateHash: Buffer; readonly expiresAt: Instant },
): Promise<void> {
  const { stateHash, browserHash, provider, purpose, sessionHash, nonce, verifier, returnTo, expiresAt } = attempt;
  await db.run(sql`
    insert into provider_attempts (state_hash, browser_hash, provider, purpose, session_hash, nonce, verifier, return_to, expires_at)
    values (${stateHash}, ${browserHash}, ${provider}, ${purpose}, ${sessionHash}, ${nonce}, ${verifier}, ${returnTo},
      ${new Date(expiresAt)})`);
}

const Row = rowType({
  provider: col.text,
  purpose: col.oneOf(PURPOSES),
  browser_hash: col.bytes,
  session_hash: col.nullable(col.bytes),
  nonce: col.text,
  verifier: col.text,
  return_to: col.text,
});

/** Consumes an attempt. Undefined when unknown, used or expired. */
export async function consumeAttempt(db: Queryable, stateHash: Buffer, now: Instant): Promise<Attempt | undefined> {
  const row = await db.maybe(
    Row,
    sql`
    with taken as (delete from provider_attempts where state_hash = ${stateHash} returning *)
    select provider, purpose, browser_hash, session_hash, nonce, verifier, return_to from taken where expires_at > ${new Date(now)}`,
  );
  if (row === undefined) return undefined;
  const { provider, purpose, nonce, verifier } = row;
  return {
    provider,
    purpose,
    nonce,
    verifier,
    browserHash: row.browser_hash,
    sessionHash: row.session_hash,
    returnTo: row.return_to,
  };
}

export const deleteOldAttempts = (db: Queryable, now: Instant): Promise<number> =>
  db.run(sql`delete from provider_attempts where expires_at <= ${new Date(now)}`);
