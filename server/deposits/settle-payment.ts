import { formatAmount } from '#core/money/amount.ts';
import { revertedAmount } from '#core/order/payment-reports.ts';
import type { Order } from '#core/order/order.ts';
import { ledgerShortfall, type Money, settle, type Settlement } from '#core/order/settle.ts';
import { countHeldOrder } from '#server/blacklist/find-blacklisted.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { findSuspense } from '#server/ledger/queries.ts';
import { findBlacklistEntries } from '#server/orders/find-blacklist-entries.ts';
import { applyMove, applyTouch, NO_ACTOR } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { queueStatusEmail } from '#server/order-emails/order-emails.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { paymentTermsOf, suspenseOf } from '#server/orders/payment-terms.ts';
import { hasLivePayout } from '#server/payouts/queries.ts';
import { autoReturnSurplus, cancelQueuedReturn, readReturningAmount } from '#server/payouts/surplus.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findSeenMoney, savePosted } from './store.ts';

/** The operator whose observation caused this settlement; recorded as the actor of `confirm_receipt`. */
export interface ReportingOperator {
  readonly operatorId: string;
  readonly note: string;
}

/** Upper bound that no real payment reaches; prevents an endless loop. */
const MAX_STEPS = 20;

/** What an attempted step has shown: the reserve is too small, or the customer matches blacklist entries. */
interface StepFindings {
  readonly isReserveShort: boolean;
  readonly entries: readonly string[];
}

async function readMoney(deps: MoveDeps, tx: Tx, order: Order, { isReserveShort, entries }: StepFindings): Promise<Money> {
  const suspense = await findSuspense(tx, order.id);
  return {
    rows: await findSeenMoney(tx, order.id),
    inSuspense: suspense,
    returning: suspense.length > 0 ? await readReturningAmount(tx, order.id) : 0n,
    hasOutgoing: order.status === 'refund_pending' && (await hasLivePayout(tx, order.id)),
    provider: suspenseOf(deps, order),
    isReserveShort,
    isBlacklisted: entries.length > 0,
  };
}

/** Applies one step; undefined when the reserve is too small. */
async function makeStep(
  deps: MoveDeps,
  tx: Tx,
  order: Order,
  { step, operator }: Pick<Settlement, 'step'> & { readonly operator: ReportingOperator | null },
): Promise<Order | undefined> {
  if ('touch' in step) return await applyTouch(deps, tx, { order, touch: step.touch, by: NO_ACTOR });
  const isMadeByOperator = step.cause.move === 'confirm_receipt' && operator !== null;
  const cause = isMadeByOperator ? { ...step.cause, note: operator.note } : step.cause;
  const moved = await applyMove(deps, tx, { order, cause, by: isMadeByOperator ? { actorId: operator.operatorId } : NO_ACTOR });
  if (moved.ok) return moved.value;
  const code = moved.refusals[0]?.code;
  if (code !== 'has_no_reserves') throw new Error(`${cause.move} of order ${order.id} was refused: ${code}`);
  return undefined;
}

/** Blacklist entries that the order matches now; looked up only before money is exchanged. */
async function findMatchingEntries(deps: MoveDeps, tx: Tx, order: Order, { step }: Settlement): Promise<readonly string[]> {
  const isExchange = 'cause' in step && (step.cause.move === 'settle_payment' || step.cause.move === 'confirm_receipt');
  return isExchange ? await findBlacklistEntries(deps, tx, order) : [];
}

/** Raises the alarm with the order's totals, because it replaces the details of an open alarm, which must not lose earlier reversals. */
async function reportReverted(
  deps: MoveDeps,
  tx: Tx,
  { before, after, reverted }: { before: Order; after: Order; reverted: NonNullable<Settlement['reverted']> },
) {
  const system = orderSides(deps.catalogue, before).income;
  const rows = await findSeenMoney(tx, after.id);
  const total = revertedAmount(rows);
  const detail = {
    payment_system_id: before.incomeCode,
    status_then: before.status,
    currency_iso_code: system.currency,
    // An operator's larger amount is not part of any report
    taken_back: formatAmount(total > reverted.reversed ? total : reverted.reversed, system.scale),
    lost: formatAmount(ledgerShortfall(after, { rows, inSuspense: await findSuspense(tx, after.id) }), system.scale),
    confirmed_by_operator: reverted.wasConfirmed,
  };
  await raiseIncident(deps, tx, { kind: 'payment_reverted', subject: before.id, detail });
}

/** Side effects of a step: the alarm, the return of surplus, the customer's e-mail. */
async function reportStep(deps: MoveDeps, tx: Tx, { before, after, settlement }: { before: Order; after: Order; settlement: Settlement }) {
  const { reverted, addedSurplus, step } = settlement;
  if (reverted !== null) await reportReverted(deps, tx, { before, after, reverted });
  if ('touch' in step && step.touch.touch === 'balance') await autoReturnSurplus(deps, tx, after);
  if (addedSurplus === 0n) return;
  deps.log.warn({ order_id: after.id, amount: String(addedSurplus) }, 'surplus_payment');
  await queueStatusEmail(tx, after, deps.clock.now());
}

/**
 * Settles a locked order with all reported money: reads the facts, applies the next step of `settle`, and repeats until there is none.
 * Running it again changes nothing.
 */
export async function settlePayment(deps: MoveDeps, tx: Tx, locked: Order, operator: ReportingOperator | null = null): Promise<Order> {
  const terms = await paymentTermsOf(deps, tx, locked);
  const now = deps.clock.now();
  let order = locked;
  let findings: StepFindings = { isReserveShort: false, entries: [] };
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const settlement = settle(order, await readMoney(deps, tx, order, findings), terms, now);
    if (settlement === null) return order;
    const entries = await findMatchingEntries(deps, tx, order, settlement);
    if (entries.length > 0) {
      findings = { ...findings, entries };
      continue;
    }
    if (settlement.cancelsReturn) await cancelQueuedReturn(tx, order.id);
    const after = await makeStep(deps, tx, order, { step: settlement.step, operator });
    if (after === undefined) findings = { ...findings, isReserveShort: true };
    else {
      if (after.status === 'compliance_hold') await countHeldOrder(deps, tx, findings.entries);
      await savePosted(tx, settlement.posted, now);
      await reportStep(deps, tx, { before: order, after, settlement });
      order = after;
    }
  }
  throw new Error(`the money of order ${locked.id} comes to no end`);
}
