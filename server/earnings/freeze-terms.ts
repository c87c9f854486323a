import { cashbackPpm, programmeAt, programmeForReferral, referralPpm } from '#core/earnings/programme.ts';
import type { Order } from '#core/order/order.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { OrderReferrer } from '#server/referrals/queries.ts';
import { findProgrammes } from './programme.ts';
import { insertTerm, turnoverOf } from './store.ts';

/** Stores what a new order will owe to its referrer and customer on completion (domain 8). Later changes of the terms do not affect it. */
export async function freezeTerms(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { order, referrer }: { readonly order: Order; readonly referrer: OrderReferrer | undefined },
): Promise<void> {
  if (referrer === undefined && order.userId === null) return;
  const at = clock.now();
  const programmes = await findProgrammes(tx);
  const current = programmeAt(programmes, at);
  const base = { orderId: order.id, at };
  if (referrer !== undefined) {
    const { version, programme } = programmeForReferral(programmes, { boundAt: referrer.boundAt, at });
    const ratePpm = referralPpm(programme, referrer.countedReferrals);
    // Whether the programme is on is decided by the current terms, not those of the binding
    if (current.programme.isReferralOn && ratePpm > 0)
      await insertTerm(tx, {
        ...base,
        kind: 'referral',
        userId: referrer.userId,
        ratePpm,
        holdHours: programme.holdHours,
        programme: version,
      });
  }
  if (order.userId === null || !current.programme.isCashbackOn) return;
  const { programme, version } = current;
  const ratePpm = cashbackPpm(programme, await turnoverOf(tx, order.userId));
  if (ratePpm > 0)
    await insertTerm(tx, {
      ...base,
      kind: 'cashback',
      userId: order.userId,
      ratePpm,
      holdHours: programme.holdHours,
      programme: version,
    });
}

/**
 * Stores a partner's share of an order's revenue, in parts per million (architecture 4), in the transaction that creates the order. It
 * replaces a referrer's percentage.
 */
export async function freezeShare(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  share: { readonly orderId: string; readonly userId: string; readonly ratePpm: number },
): Promise<void> {
  const at = clock.now();
  const { version, programme } = programmeAt(await findProgrammes(tx), at);
  await insertTerm(tx, { ...share, kind: 'partner', holdHours: programme.holdHours, programme: version, at });
}
