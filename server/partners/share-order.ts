import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Order } from '#core/order/order.ts';
import { SHARE_PPM } from '#core/partner.ts';
import { freezeShare } from '#server/earnings/freeze-terms.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import type { MoveDeps } from '#server/deps.ts';
import { partnerOfOrder } from '#server/orders/partner-orders.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { referrerOf } from '#server/referrals/referrer-of.ts';

const AgreedRow = z.object({ share_ppm: z.number() });

/** The share that the office has agreed with a partner; undefined: none, or he is kept out. */
const agreedShare = async (db: Queryable, userId: string, now: Date): Promise<number | undefined> =>
  (
    await db.maybe(
      AgreedRow,
      sql`
      select s.share_ppm from partner_shares s join partners p using (user_id)
      where s.user_id = ${userId} and s.since <= ${now} and p.suspended_at is null order by s.since desc, s.created_at desc limit 1`,
    )
  )?.share_ppm;

/**
 * Promises an order's partner his share at its birth. Who came by a partner's link or widget and not by his program brings it too,
 * where a share was agreed with him; it stands instead of a referrer's percent (decision 0054): one order, one of the two.
 */
async function shareOrder(deps: MoveDeps, tx: Tx, order: Order): Promise<void> {
  const came = await partnerOfOrder(tx, order.id);
  if (came?.mode === 'sandbox') return;
  const userId = came?.userId ?? (await referrerOf(tx, order))?.userId;
  if (userId === undefined) return;
  const agreed = await agreedShare(tx, userId, new Date(deps.clock.now()));
  const ratePpm = agreed ?? (came === undefined ? 0 : SHARE_PPM);
  if (ratePpm > 0) await freezeShare(deps, tx, { orderId: order.id, userId, ratePpm });
}

/** Told before what an order owes is settled. */
export const SHARE_WITH_PARTNER: Reaction = {
  name: 'share_with_partner',
  onMoved: async (deps, tx, { before, after }) => {
    if (before === null) await shareOrder(deps, tx, after);
  },
};
