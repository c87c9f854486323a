import type { Order } from '#core/order/order.ts';
import { DEFAULT_SHARE_PPM } from '#core/partner/partner.ts';
import { freezeShare, freezeTerms } from '#server/earnings/freeze-terms.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { partnerIn, type PartnerOfOrder } from '#server/orders/partner-orders.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { bindOrder } from '#server/referrals/bind-referral.ts';
import { type OrderReferrer, referrerOf } from '#server/referrals/queries.ts';

const ShareRow = rowType({ share_ppm: col.number });

/** The share agreed with a partner; undefined if there is none or the partner is suspended. */
const findAgreedShare = async (db: Queryable, userId: string, now: Date): Promise<number | undefined> =>
  (
    await db.maybe(
      ShareRow,
      sql`
      select s.share_ppm from partner_shares s join partners p using (user_id)
      where s.user_id = ${userId} and s.since <= ${now} and p.suspended_at is null order by s.since desc, s.created_at desc limit 1`,
    )
  )?.share_ppm;

interface AttributedOrder {
  readonly order: Order;
  readonly referrer: OrderReferrer | undefined;
  readonly partner: PartnerOfOrder | undefined;
}

/**
 * Fixes the partner's share of a new order, which replaces a referrer's percentage (decision 0054). An order by link or widget has a share
 * only if one was agreed.
 */
async function freezePartnerShare(deps: MoveDeps, tx: Tx, { order, referrer, partner: orderPartner }: AttributedOrder): Promise<void> {
  if (orderPartner?.mode === 'sandbox') return;
  const userId = orderPartner?.userId ?? referrer?.userId;
  if (userId === undefined) return;
  const agreedPpm = await findAgreedShare(tx, userId, new Date(deps.clock.now()));
  const ratePpm = agreedPpm ?? (orderPartner === undefined ? 0 : DEFAULT_SHARE_PPM);
  if (ratePpm > 0) await freezeShare(deps, tx, { orderId: order.id, userId, ratePpm });
}

/** Fixes with a new order what its referrer, customer and partner will earn (domain 8). */
export const FREEZE_EARNINGS: Reaction = {
  name: 'freeze_earnings',
  phase: 'shares',
  onMoved: async (deps, tx, { before, after: order, origin }) => {
    if (before !== null) return;
    const referrer = (await bindOrder(deps, tx, { order, origin })) ? await referrerOf(tx, order) : undefined;
    await freezeTerms(deps, tx, { order, referrer });
    await freezePartnerShare(deps, tx, { order, referrer, partner: await partnerIn(tx, order.id) });
  },
};
