import type { Instant } from '#core/time.ts';
import type { Tx } from '#server/platform/db/db.ts';
import {
  type Faults,
  findPayout,
  insertEntry,
  insertPayout,
  lockDuePayouts,
  lockReference,
  markPayoutExecuted,
  type Payout,
} from './books.ts';
import { recordEvent } from './feed.ts';
import { faultsFor, makeTxHash, type ProviderContext } from './context.ts';

export interface PayoutOrder {
  readonly reference: string;
  readonly order_id: string;
  readonly payment_system: string;
  readonly currency: string;
  readonly network: string | null;
  readonly amount: string;
  readonly destination: string;
  readonly destination_memo: string | null;
  /** Later arrivals are refused: the sender has stopped waiting and may have asked for the state already. */
  readonly valid_until: Instant;
}

/** The provider's reply to a payout order, as the active faults determine. */
export type PayoutReply =
  | { readonly outcome: 'taken' | 'known'; readonly payout: Payout }
  /** Accepted, but the response is lost. */
  | { readonly outcome: 'hang' | 'broken' | 'not_telling' }
  /** Nothing happened and nothing was written. */
  | { readonly outcome: 'down' | 'too_late' | 'conflict' };

/** Accepts a payout order, once per reference. */
export async function acceptPayout(context: ProviderContext, order: PayoutOrder): Promise<PayoutReply> {
  return context.db.tx(async (tx) => {
    await lockReference(tx, order.reference);
    const now = context.clock.now();
    const existing = await findPayout(tx, order.reference);
    if (existing !== undefined) return replyForExisting(existing, order, now);
    const faults = await faultsFor(context, tx, order.order_id);
    if (faults.payouts === 'error_before_execute') return { outcome: 'down' };
    if (now > order.valid_until) return { outcome: 'too_late' };
    const payout = newPayout(order, { context, faults, now });
    await insertPayout(tx, payout);
    const isDue = payout.execute_at !== null && payout.execute_at.getTime() <= now;
    const current = isDue ? await execute(tx, { context, faults, now }, payout) : payout;
    return OUTCOME_BY_FAULT[faults.payouts](current);
  });
}

const OUTCOME_BY_FAULT: Readonly<Record<Faults['payouts'], (payout: Payout) => PayoutReply>> = {
  ok: (payout) => ({ outcome: 'taken', payout }),
  refuse: (payout) => ({ outcome: 'taken', payout }),
  timeout_after_execute: () => ({ outcome: 'hang' }),
  error_500: () => ({ outcome: 'broken' }),
  unknown_late: () => ({ outcome: 'not_telling' }),
  error_before_execute: () => ({ outcome: 'down' }),
};

function replyForExisting(existing: Payout, order: PayoutOrder, now: Instant): PayoutReply {
  const isSame =
    existing.order_id === order.order_id &&
    existing.payment_system === order.payment_system &&
    existing.amount === order.amount &&
    existing.destination === order.destination &&
    existing.destination_memo === order.destination_memo;
  if (!isSame) return { outcome: 'conflict' };
  return existing.visible_at.getTime() > now ? { outcome: 'not_telling' } : { outcome: 'known', payout: existing };
}

function newPayout(order: PayoutOrder, { context, faults, now }: Execution): Payout {
  const delayMs = { ...NO_DELAY, ok: context.timing.payoutMs, unknown_late: context.timing.unknownLateMs }[faults.payouts];
  const isRefused = faults.payouts === 'refuse';
  return {
    reference: order.reference,
    id: `out_${context.random.publicId(20)}`,
    order_id: order.order_id,
    payment_system: order.payment_system,
    currency: order.currency,
    amount: order.amount,
    destination: order.destination,
    destination_memo: order.destination_memo,
    state: isRefused ? 'refused' : 'accepted',
    tx_hash: isRefused ? null : makeTxHash(context, order.network),
    reason: isRefused ? 'refused by the receiving bank' : null,
    accepted_at: new Date(now),
    execute_at: isRefused ? null : new Date(now + delayMs),
    visible_at: new Date(faults.payouts === 'unknown_late' ? now + delayMs : now),
  };
}

const NO_DELAY: Readonly<Record<Faults['payouts'], number>> = {
  ok: 0,
  timeout_after_execute: 0,
  error_before_execute: 0,
  error_500: 0,
  unknown_late: 0,
  refuse: 0,
};

export type PayoutLookup =
  | { readonly outcome: 'found'; readonly payout: Payout }
  /** `isCertain`: the reference was never accepted; otherwise it is only not found yet. */
  | { readonly outcome: 'unknown_reference'; readonly isCertain: boolean };

/** Looks a payout up by its reference. Waits for one that is being accepted. */
export async function askPayout(context: ProviderContext, reference: string): Promise<PayoutLookup> {
  return context.db.tx(async (tx) => {
    await lockReference(tx, reference);
    const payout = await findPayout(tx, reference);
    if (payout === undefined) return { outcome: 'unknown_reference', isCertain: true };
    if (payout.visible_at.getTime() > context.clock.now()) return { outcome: 'unknown_reference', isCertain: false };
    return { outcome: 'found', payout };
  });
}

/** Executes accepted payouts that are due. */
export async function executePayouts(context: ProviderContext): Promise<number> {
  return context.db.tx(async (tx) => {
    const now = context.clock.now();
    const due = await lockDuePayouts(tx, now, 50);
    if (due.length === 0) return 0;
    for (const payout of due) await execute(tx, { context, faults: await faultsFor(context, tx, payout.order_id), now }, payout);
    return due.length;
  });
}

interface Execution {
  readonly context: ProviderContext;
  readonly faults: Faults;
  readonly now: Instant;
}

async function execute(tx: Tx, { context, faults, now }: Execution, payout: Payout): Promise<Payout> {
  const executed: Payout = { ...payout, state: 'executed', execute_at: null };
  await markPayoutExecuted(tx, executed);
  await insertEntry(tx, {
    direction: 'out',
    reference: payout.reference,
    order_id: payout.order_id,
    payment_system: payout.payment_system,
    amount: payout.amount,
    currency: payout.currency,
    destination: payout.destination,
    destination_memo: payout.destination_memo,
    at: new Date(now),
  });
  const delivery = { faults, now, reorderMs: context.timing.reorderMs };
  await recordEvent(tx, { type: 'payout.executed', data: presentPayout(executed), stepsLeft: 0 }, delivery);
  return executed;
}

/** A payout as callbacks, the feed and the API present it. */
export const presentPayout = (payout: Payout): Record<string, unknown> => ({
  id: payout.id,
  reference: payout.reference,
  order_id: payout.order_id,
  payment_system: payout.payment_system,
  amount: payout.amount,
  currency: payout.currency,
  state: payout.state,
  tx_hash: payout.tx_hash,
  reason: payout.reason,
});
