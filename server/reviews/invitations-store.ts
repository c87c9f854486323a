import sql from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** Zero: this order's mailbox was invited since then. Whoever comes at the same moment waits for the other's word. */
export const insertInvitation = (
  tx: Tx,
  { orderId, mailbox, since, now }: { readonly orderId: string; readonly mailbox: string; readonly since: Instant; readonly now: Instant },
): Promise<number> =>
  tx.run(sql`
    insert into review_invitations (order_id, mailbox, at)
    values (${orderId}, ${mailbox}, ${new Date(now)})
    on conflict (mailbox) do update set order_id = excluded.order_id, at = excluded.at where review_invitations.at <= ${new Date(since)}`);

/** Forgets whom nobody would be kept from inviting any more. */
export const sweepInvitations = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`delete from review_invitations where at <= ${new Date(before)}`);
