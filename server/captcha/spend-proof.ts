import { AnyRow } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { readProof } from './proof-of-work.ts';

/** Takes a proof of work in the transaction of what it is given for: right, and never used before. A refusal gives it back. */
export async function spendProof(deps: Pick<Deps, 'clock' | 'secrets'>, tx: Tx, token: string): Promise<boolean> {
  const proof = readProof(deps, token);
  if (proof === undefined) return false;
  const taken = await tx.run(sql`
    insert into captcha_proofs (challenge, expires_at) values (${proof.challenge}, ${new Date(proof.expiresAt)}) on conflict do nothing`);
  return taken === 1;
}

/** Whether a token would be taken now. */
export async function isProofGood(deps: Pick<Deps, 'clock' | 'secrets'>, db: Queryable, token: string): Promise<boolean> {
  const proof = readProof(deps, token);
  if (proof === undefined) return false;
  return (await db.maybe(AnyRow, sql`select challenge from captcha_proofs where challenge = ${proof.challenge}`)) === undefined;
}

/** Forgets used proofs that nobody could use again. */
export async function purgeProofs({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.run(sql`delete from captcha_proofs where expires_at <= ${new Date(clock.now())}`);
}
