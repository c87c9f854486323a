import sql from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** Zero: this order's mailbox was invited since then, or this order was. */
export const insertInvitation = (
  tx: Tx,
  { orderId, mailbox, since, now }: { readonly orderId: string; readonly mailbox: string; readonly since: Instant; readonly now: Instant },
): Promise<number> =>
  tx.run(sql`
    insert into review_invitations (order_id, mailbox, at)
    select ${orderId}, ${mailbox}, ${new Date(now)}
    where not exists (select from review_invitations where mailbox = ${mailbox} and at > ${new Date(since)})
    on conflict do nothing`);

/** Forgets whom nobody would be kept from inviting any more. */
export const sweepInvitations = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`delete from review_invitations where at <= ${new Date(before)}`);
