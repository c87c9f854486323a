import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { unsealEmail } from './email.ts';

const EmailRow = rowType({ sealed: col.bytes, created_at: col.timestamp });

/** Mails sent to an address, oldest first. */
export async function readEmailsTo(deps: Pick<Deps, 'secrets'>, db: Queryable, recipient: string) {
  const rows = await db.many(
    EmailRow,
    sql`select letter_sealed as sealed, created_at from letters where recipient = ${recipient.toLowerCase()} order by created_at, id`,
  );
  return rows.map(({ sealed, created_at: at }) => {
    const { subject, text } = unsealEmail(deps, sealed);
    return { at: at.toISOString(), subject, text };
  });
}

/** Deletes everything of an address: mails, queued news, choices. Returns the number of mails. */
export async function eraseAddress(tx: Tx, recipient: string): Promise<number> {
  const address = recipient.toLowerCase();
  await tx.run(sql`delete from mail_news where recipient = ${address}`);
  await tx.run(sql`delete from mail_recipients where recipient = ${address}`);
  await tx.run(sql`delete from mail_choices where recipient = ${address}`);
  return await tx.run(sql`delete from letters where recipient = ${address}`);
}

const WaitingRow = rowType({ waits: col.bool });

/** Whether news of this kind and subject is still queued. */
export const isNewsPending = async (db: Queryable, kind: string, subject: string): Promise<boolean> =>
  (await db.one(WaitingRow, sql`select exists (select from mail_news where kind = ${kind} and subject = ${subject}) as waits`)).waits;
