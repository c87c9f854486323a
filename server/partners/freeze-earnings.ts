import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Order } from '#core/order/order.ts';
import { SHARE_PPM } from '#core/partner.ts';
import { freezeShare, freezeTerms } from '#server/earnings/freeze-terms.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import type { MoveDeps } from '#server/deps.ts';
import { partnerIn, type PartnerOfOrder } from '#server/orders/partner-orders.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { bindOrder } from '#server/referrals/bind-referral.ts';
import { type OrderReferrer, referrerOf } from '#server/referrals/referrer-of.ts';

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

interface BroughtOrder {
  readonly order: Order;
  readonly referrer: OrderReferrer | undefined;
  readonly partner: PartnerOfOrder | undefined;
}

/**
 * Promises an order's partner his share at its birth. Who came by a partner's link or widget and not by his program brings it too,
 * where a share was agreed with him; it stands instead of a referrer's percent (decision 0054): one order, one of the two.
 */
async function freezePartnerShare(deps: MoveDeps, tx: Tx, { order, referrer, partner: came }: BroughtOrder): Promise<void> {
  if (came?.mode === 'sandbox') return;
  const userId = came?.userId ?? referrer?.userId;
  if (userId === undefined) return;
  const agreed = await agreedShare(tx, userId, new Date(deps.clock.now()));
  const ratePpm = agreed ?? (came === undefined ? 0 : SHARE_PPM);
  if (ratePpm > 0) await freezeShare(deps, tx, { orderId: order.id, userId, ratePpm });
}

/** Records with a new order what it will owe to its referrer, customer and partner (domain 8). */
export const FREEZE_EARNINGS: Reaction = {
  name: 'freeze_earnings',
  onMoved: async (deps, tx, { before, after: order, origin }) => {
    if (before !== null) return;
    const referrer = (await bindOrder(deps, tx, { order, origin })) ? await referrerOf(tx, order) : undefined;
    await freezeTerms(deps, tx, { order, referrer });
    await freezePartnerShare(deps, tx, { order, referrer, partner: await partnerIn(tx, order.id) });
  },
};
