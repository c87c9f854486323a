import type { Order } from '#core/order/order.ts';
import type { PayoutPurpose } from '#core/payout.ts';
import type { PayoutAnswer, PayOutRequest, Rail } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { applyMove, type MoveDeps } from '#server/orders/move/apply-move.ts';
import { openDestination } from '#server/orders/destination.ts';
import { lockById } from '#server/orders/find-order.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { applyPayoutAnswer } from './apply-payout-answer.ts';
import { isContradicted } from './find-contradiction.ts';
import { endCall, findLiveSurplus, findPayout, insertPayout, leaveToPerson, type Payout, takeQueued } from './store.ts';

export type PayoutDeps = MoveDeps & Pick<Deps, 'db' | 'rails' | 'secrets'>;

/** The payment system an attempt is paid on: the outcome, or for a refund the income. */
const paidOn = (deps: PayoutDeps, order: Order, purpose: PayoutPurpose) =>
  orderSides(deps.catalogue, order)[purpose === 'payout' ? 'outcome' : 'income'];

/**
 * T19: claims the attempt before anybody is called. The unique index on live attempts and the move's compare-and-set make
 * a second claim impossible, whoever tries and however often. Undefined: nothing to do.
 */
async function claimPayout(deps: PayoutDeps, orderId: string): Promise<Payout | undefined> {
  return await deps.db.tx(async (tx) => {
    const order = await lockById(tx, orderId);
    if (order?.status !== 'payout_pending' || (await isContradicted(tx, orderId))) return undefined;
    const system = paidOn(deps, order, 'payout');
    const now = deps.clock.now();
    const payout = await insertPayout(tx, {
      id: deps.random.uuid(),
      orderId,
      purpose: 'payout',
      rail: system.rail,
      code: system.code,
      wallet: order.outcomeWallet,
      amount: order.outcomeAmount,
      now,
    });
    if (!payout) return undefined;
    const moved = await applyMove(deps, tx, { order, cause: { move: 'claim_payout', by: 'system', now }, by: { actorId: null } });
    if (!moved.ok) throw new Error(`payout of order ${orderId} was refused: ${moved.refusals[0]?.code}`);
    return payout;
  });
}

/** A refund is claimed the same way; the state stays `refund_pending` until it is executed (T26). */
async function claimRefund(deps: PayoutDeps, orderId: string): Promise<Payout | undefined> {
  return await deps.db.tx(async (tx) => {
    const order = await lockById(tx, orderId);
    if (order?.status !== 'refund_pending' || (await isContradicted(tx, orderId))) return undefined;
    const system = paidOn(deps, order, 'refund');
    const destination = await openDestination(deps, tx, { id: orderId, side: 'income' });
    const isPossible = Object.keys(destination).length > 0 && deps.rails.get(system.rail)?.capabilities.paysOut === true;
    if (!isPossible) {
      deps.log.warn({ order_id: orderId }, 'refund_needs_operator');
      return undefined;
    }
    return await insertPayout(tx, {
      id: deps.random.uuid(),
      orderId,
      purpose: 'refund',
      rail: system.rail,
      code: system.code,
      wallet: order.incomeWallet,
      amount: order.creditedAmount,
      now: deps.clock.now(),
    });
  });
}

/** The return of a surplus waits as a row of its own: claiming it is taking that row, which a person may have done first. */
async function claimSurplus(deps: PayoutDeps, orderId: string): Promise<Payout | undefined> {
  return await deps.db.tx(async (tx) => {
    const order = await lockById(tx, orderId);
    const waiting = order && (await findLiveSurplus(tx, orderId));
    if (waiting?.state !== 'queued' || !order?.hasRefundDestination || (await isContradicted(tx, orderId))) return undefined;
    if (deps.rails.get(waiting.rail)?.capabilities.paysOut !== true) {
      deps.log.warn({ order_id: orderId }, 'surplus_needs_operator');
      await leaveToPerson(tx, waiting.id);
      return undefined;
    }
    return (await takeQueued(tx, waiting.id, { state: 'claimed', now: deps.clock.now() })) ? await findPayout(tx, waiting.id) : undefined;
  });
}

const CLAIM: Readonly<Record<PayoutPurpose, (deps: PayoutDeps, orderId: string) => Promise<Payout | undefined>>> = {
  payout: claimPayout,
  refund: claimRefund,
  surplus: claimSurplus,
};

async function requestOf(deps: PayoutDeps, payout: Payout): Promise<PayOutRequest> {
  const paymentSystem = deps.catalogue.paymentSystem(payout.code);
  if (!paymentSystem) throw new Error(`the catalogue lost ${payout.code}`);
  const destination = await openDestination(deps, deps.db, {
    id: payout.orderId,
    side: payout.purpose === 'payout' ? 'outcome' : 'income',
  });
  return { reference: payout.id, orderId: payout.orderId, paymentSystem, amount: payout.amount, destination };
}

/** What a rail says; a throw is "we cannot tell". */
async function listen(
  deps: PayoutDeps,
  payout: Payout,
  speak: (rail: Rail, request: PayOutRequest) => Promise<PayoutAnswer>,
): Promise<PayoutAnswer> {
  const rail = deps.rails.get(payout.rail);
  if (!rail?.capabilities.paysOut) return { outcome: 'unknown', reason: `rail ${payout.rail} is not available` };
  const request = await requestOf(deps, payout);
  try {
    return await speak(rail, request);
  } catch (error) {
    return { outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Pays one order out: claim, then call, then write the answer. Dying between any two steps is mended by `askPayout`. */
export async function executePayout(deps: PayoutDeps, orderId: string, purpose: PayoutPurpose): Promise<void> {
  const payout = await CLAIM[purpose](deps, orderId);
  if (!payout) return;
  await applyPayoutAnswer(deps, payout.id, await listen(deps, payout, async (rail, request) => await rail.payOut(request)));
  await endCall(deps.db, payout.id, payout.askingUntil);
}

/** Asks about an attempt by our reference; only a provider that is certain it never saw it is called again, with the same reference. */
export async function askPayout(deps: PayoutDeps, payout: Payout): Promise<void> {
  const answer = await listen(deps, payout, async (rail, request) => {
    const known = await rail.askPayout(request);
    return known.outcome === 'not_found' ? await rail.payOut(request) : known;
  });
  await applyPayoutAnswer(deps, payout.id, answer);
}
