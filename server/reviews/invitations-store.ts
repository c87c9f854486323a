import type { Instant } from '#core/time.ts';
import { type Queryable, sql, type Tx } from '#server/platform/db/db.ts';

/** 0: the mailbox was invited since that moment. Concurrent invitations are serialized. */
export const insertInvitation = (
  tx: Tx,
  { orderId, mailbox, since, now }: { readonly orderId: string; readonly mailbox: string; readonly since: Instant; readonly now: Instant },
): Promise<number> =>
  tx.run(sql`
    insert into review_invitations (order_id, mailbox, at)
    values (${orderId}, ${mailbox}, ${new Date(now)})
    on conflict (mailbox) do update set order_id = excluded.order_id, at = excluded.at where review_invitations.at <= ${new Date(since)}`);

/** Deletes invitations that no longer prevent another one. */
export const deleteOldInvitations = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`delete from review_invitations where at <= ${new Date(before)}`);
