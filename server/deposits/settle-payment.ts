import { formatAmount } from '#core/money/amount.ts';
import { revertedOf } from '#core/order/money-seen.ts';
import type { Order } from '#core/order/order.ts';
import { lostOf, type Money, settle, type Settlement } from '#core/order/settle.ts';
import { noteHeld } from '#server/blacklist/find-listed.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { findSuspense } from '#server/ledger/find-suspense.ts';
import { findKeptOut } from '#server/orders/kept-out.ts';
import { applyMove, NOBODY } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import { tellNews } from '#server/order-letters/tell-news.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { paymentTermsOf, suspenseOf } from '#server/orders/payment-terms.ts';
import { isOnItsWay } from '#server/payouts/is-on-its-way.ts';
import { returnByItself } from '#server/payouts/surplus/return-by-itself.ts';
import { readReturning, withdrawReturn } from '#server/payouts/surplus/withdraw-return.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findSeenMoney, savePosted } from './store.ts';

/** An operator whose word is the newest thing said: he stands behind the move it causes. */
export interface Witness {
  readonly operatorId: string;
  readonly note: string;
}

/** More than any money has ever caused at once. */
const MOST_STEPS = 20;

/** What a step that was just thought of has shown: the reserve would not carry it, or entries of the blacklist keep its customer out. */
interface Met {
  readonly isReserveShort: boolean;
  readonly entries: readonly string[];
}

async function readMoney(deps: MoveDeps, tx: Tx, order: Order, { isReserveShort, entries }: Met): Promise<Money> {
  const kept = await findSuspense(tx, order.id);
  return {
    rows: await findSeenMoney(tx, order.id),
    kept,
    returning: kept.length > 0 ? await readReturning(tx, order.id) : 0n,
    isLeaving: order.status === 'refund_pending' && (await isOnItsWay(tx, order.id)),
    provider: suspenseOf(deps, order),
    isReserveShort,
    isListed: entries.length > 0,
  };
}

/** Makes the step itself; undefined where the reserve cannot carry it. */
async function makeStep(
  deps: MoveDeps,
  tx: Tx,
  order: Order,
  { step, witness }: Pick<Settlement, 'step'> & { readonly witness: Witness | null },
): Promise<Order | undefined> {
  if ('touch' in step) return await applyTouch(deps, tx, { order, touch: step.touch, by: NOBODY });
  const isHis = step.cause.move === 'confirm_receipt' && witness !== null;
  const cause = isHis ? { ...step.cause, note: witness.note } : step.cause;
  const moved = await applyMove(deps, tx, { order, cause, by: isHis ? { actorId: witness.operatorId } : NOBODY });
  if (moved.ok) return moved.value;
  const code = moved.refusals[0]?.code;
  if (code !== 'has_no_reserves') throw new Error(`${cause.move} of order ${order.id} was refused: ${code}`);
  return undefined;
}

/** By which entries whoever is about to be exchanged is kept out by now: looked at once it comes to that. */
async function findInTheWay(deps: MoveDeps, tx: Tx, order: Order, { step }: Settlement): Promise<readonly string[]> {
  const isExchange = 'cause' in step && (step.cause.move === 'settle_payment' || step.cause.move === 'confirm_receipt');
  return isExchange ? await findKeptOut(deps, tx, order) : [];
}

/** The alarm tells the whole of the order each time, for an open one is told over: its last take-back alone would hide those before it. */
async function tellReverted(
  deps: MoveDeps,
  tx: Tx,
  { before, after, reverted }: { before: Order; after: Order; reverted: NonNullable<Settlement['reverted']> },
) {
  const system = orderSides(deps.catalogue, before).income;
  const rows = await findSeenMoney(tx, after.id);
  const inAll = revertedOf(rows);
  const detail = {
    payment_system_id: before.incomeCode,
    status_then: before.status,
    currency_iso_code: system.currency,
    // A word that was more than the rail then told is taken back by no report
    taken_back: formatAmount(inAll > reverted.takenBack ? inAll : reverted.takenBack, system.scale),
    lost: formatAmount(lostOf(after, { rows, kept: await findSuspense(tx, after.id) }), system.scale),
    confirmed_by_operator: reverted.wasConfirmed,
  };
  await raiseIncident(deps, tx, { kind: 'payment_reverted', subject: before.id, detail });
}

/** What a step asks for beside the order: the alarm, and the way back of what came beyond the agreement. */
async function tell(deps: MoveDeps, tx: Tx, { before, after, settlement }: { before: Order; after: Order; settlement: Settlement }) {
  const { reverted, grown, step } = settlement;
  if (reverted !== null) await tellReverted(deps, tx, { before, after, reverted });
  if ('touch' in step && step.touch.touch === 'balance') await returnByItself(deps, tx, after);
  if (grown === 0n) return;
  deps.log.warn({ order_id: after.id, amount: String(grown) }, 'surplus_payment');
  await tellNews(tx, after, deps.clock.now());
}

/**
 * Brings a locked order up to what rails and operators have said about its money: reads the facts, asks the one settlement what
 * they cause, does it, and asks again until nothing is left. Running it again changes nothing.
 */
export async function settlePayment(deps: MoveDeps, tx: Tx, locked: Order, witness: Witness | null = null): Promise<Order> {
  const terms = await paymentTermsOf(deps, tx, locked);
  const now = deps.clock.now();
  let order = locked;
  let met: Met = { isReserveShort: false, entries: [] };
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const settlement = settle(order, await readMoney(deps, tx, order, met), terms, now);
    if (settlement === null) return order;
    const entries = await findInTheWay(deps, tx, order, settlement);
    if (entries.length > 0) {
      met = { ...met, entries };
      continue;
    }
    if (settlement.withdraws) await withdrawReturn(tx, order.id);
    const after = await makeStep(deps, tx, order, { ...settlement, witness });
    if (after === undefined) met = { ...met, isReserveShort: true };
    else {
      if (after.status === 'compliance_hold') await noteHeld(deps, tx, met.entries);
      await savePosted(tx, settlement.posted, now);
      await tell(deps, tx, { before: order, after, settlement });
      order = after;
    }
  }
  throw new Error(`the money of order ${locked.id} comes to no end`);
}
