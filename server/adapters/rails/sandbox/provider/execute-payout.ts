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
import { faultsFor, makeTxHash, type ProviderWorld } from './world.ts';

export interface PayoutOrder {
  readonly reference: string;
  readonly order_id: string;
  readonly payment_system: string;
  readonly currency: string;
  readonly network: string | null;
  readonly amount: string;
  readonly destination: string;
  readonly destination_memo: string | null;
  /** An order that arrives later than this is not taken: the sender has stopped waiting and may already have asked. */
  readonly valid_until: Instant;
}

/** What the front desk does with an order; the faults speak here. */
export type PayoutReply =
  | { readonly outcome: 'taken' | 'known'; readonly payout: Payout }
  /** Taken, but the answer is lost on its way. */
  | { readonly outcome: 'hang' | 'broken' | 'not_telling' }
  /** Nothing happened and nothing was written. */
  | { readonly outcome: 'down' | 'too_late' | 'conflict' };

/** Takes an order to pay, once per reference. */
export async function takePayout(world: ProviderWorld, order: PayoutOrder): Promise<PayoutReply> {
  return world.db.tx(async (tx) => {
    await lockReference(tx, order.reference);
    const now = world.clock.now();
    const known = await findPayout(tx, order.reference);
    if (known !== undefined) return answerKnown(known, order, now);
    const faults = await faultsFor(world, tx, order.order_id);
    if (faults.payouts === 'error_before_execute') return { outcome: 'down' };
    if (now > order.valid_until) return { outcome: 'too_late' };
    const payout = newPayout(order, { world, faults, now });
    await insertPayout(tx, payout);
    const isDue = payout.execute_at !== null && payout.execute_at.getTime() <= now;
    const current = isDue ? await execute(tx, { world, faults, now }, payout) : payout;
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

function answerKnown(known: Payout, order: PayoutOrder, now: Instant): PayoutReply {
  const isSame =
    known.order_id === order.order_id &&
    known.payment_system === order.payment_system &&
    known.amount === order.amount &&
    known.destination === order.destination &&
    known.destination_memo === order.destination_memo;
  if (!isSame) return { outcome: 'conflict' };
  return known.visible_at.getTime() > now ? { outcome: 'not_telling' } : { outcome: 'known', payout: known };
}

function newPayout(order: PayoutOrder, { world, faults, now }: Execution): Payout {
  const delayMs = { ...NO_DELAY, ok: world.timing.payoutMs, unknown_late: world.timing.unknownLateMs }[faults.payouts];
  const isRefused = faults.payouts === 'refuse';
  return {
    reference: order.reference,
    id: `out_${world.random.publicId(20)}`,
    order_id: order.order_id,
    payment_system: order.payment_system,
    currency: order.currency,
    amount: order.amount,
    destination: order.destination,
    destination_memo: order.destination_memo,
    state: isRefused ? 'refused' : 'accepted',
    tx_hash: isRefused ? null : makeTxHash(world, order.network),
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

export type PayoutFinding =
  | { readonly outcome: 'found'; readonly payout: Payout }
  /** `certain`: the reference was never taken; otherwise the front desk merely does not find it yet. */
  | { readonly outcome: 'unknown_reference'; readonly isCertain: boolean };

/** What became of a reference. An order that is being taken at this moment is waited for. */
export async function askPayout(world: ProviderWorld, reference: string): Promise<PayoutFinding> {
  return world.db.tx(async (tx) => {
    await lockReference(tx, reference);
    const payout = await findPayout(tx, reference);
    if (payout === undefined) return { outcome: 'unknown_reference', isCertain: true };
    if (payout.visible_at.getTime() > world.clock.now()) return { outcome: 'unknown_reference', isCertain: false };
    return { outcome: 'found', payout };
  });
}

/** Executes accepted payouts whose moment has come. */
export async function executePayouts(world: ProviderWorld): Promise<number> {
  return world.db.tx(async (tx) => {
    const now = world.clock.now();
    const due = await lockDuePayouts(tx, now, 50);
    if (due.length === 0) return 0;
    for (const payout of due) await execute(tx, { world, faults: await faultsFor(world, tx, payout.order_id), now }, payout);
    return due.length;
  });
}

interface Execution {
  readonly world: ProviderWorld;
  readonly faults: Faults;
  readonly now: Instant;
}

async function execute(tx: Tx, { world, faults, now }: Execution, payout: Payout): Promise<Payout> {
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
  const told = { faults, now, reorderMs: world.timing.reorderMs };
  await recordEvent(tx, { type: 'payout.executed', data: presentPayout(executed), stepsLeft: 0 }, told);
  return executed;
}

/** A payout as callbacks, the feed and the front desk show it. */
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
