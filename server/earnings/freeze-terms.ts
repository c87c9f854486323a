import { cashbackPpm, programmeAt, programmeOf, referralPpm } from '#core/earnings/programme.ts';
import type { Order } from '#core/order/order.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { OrderReferrer } from '#server/referrals/referrer-of.ts';
import { findProgrammes } from './programme-store.ts';
import { insertTerm, turnoverOf } from './store.ts';

/** What an order owes beside its customer if it is completed, as it is promised at its birth (domain 8): later terms change nothing of it. */
export async function freezeTerms(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { order, referrer }: { readonly order: Order; readonly referrer: OrderReferrer | undefined },
): Promise<void> {
  if (referrer === undefined && order.userId === null) return;
  const at = clock.now();
  const dated = await findProgrammes(tx);
  const now = programmeAt(dated, at);
  const frozen = { orderId: order.id, at };
  if (referrer !== undefined) {
    const { version, programme } = programmeOf(dated, { boundAt: referrer.boundAt, at });
    const ratePpm = referralPpm(programme, referrer.counted);
    // Whether there is a programme at all is said by the terms in force
    if (now.programme.isReferralOn && ratePpm > 0)
      await insertTerm(tx, {
        ...frozen,
        kind: 'referral',
        userId: referrer.userId,
        ratePpm,
        holdHours: programme.holdHours,
        programme: version,
      });
  }
  if (order.userId === null || !now.programme.isCashbackOn) return;
  const { programme, version } = now;
  const ratePpm = cashbackPpm(programme, await turnoverOf(tx, order.userId));
  if (ratePpm > 0)
    await insertTerm(tx, {
      ...frozen,
      kind: 'cashback',
      userId: order.userId,
      ratePpm,
      holdHours: programme.holdHours,
      programme: version,
    });
}

/**
 * Promises a partner his share of what an order of his will bring, in parts per million (architecture 4): called in the transaction
 * that makes the order. Accrued and taken back with everything else; it stands instead of a referrer's percent.
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
