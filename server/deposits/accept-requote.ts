import { parseAmount } from '#core/money/amount.ts';
import type { Order, RequoteChoice, RequoteOption } from '#core/order/order.ts';
import { firstExchange } from '#core/order/requote-options.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { settlePayment } from './settle-payment.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { actorOf, lockOwnOrder, type OrderCall } from '#server/orders/customer/customer-moves.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { suspenseOf } from '#server/orders/payment-terms.ts';

export interface Acceptance extends OrderCall {
  /** Absent: the first choice that exchanges anything. */
  readonly choice?: Exclude<RequoteChoice, 'refund'> | undefined;
  /** The outcome amount the customer saw, as text. */
  readonly expectedOutcomeAmount?: string | undefined;
}

type AcceptRefusal = Extract<
  RefusalCode,
  'not_found' | 'order_state_conflict' | 'rate_unavailable' | 'rate_changed' | 'has_no_reserves' | 'not_allowed_amount'
>;

/** The option that the customer chose; without a choice the first that exchanges anything. */
function chosenOption({ requote }: Order, choice: Acceptance['choice']): RequoteOption | undefined {
  if (requote === null) return undefined;
  return choice === undefined ? firstExchange(requote) : requote.options.find((option) => option.choice === choice);
}

/** The smallest outcome the customer agreed to: the amount sent with the request, or else the amount of our offer. */
function minOutcomeOf(deps: MoveDeps, order: Order, input: Acceptance): Result<bigint | undefined, 'not_allowed_amount'> {
  if (input.expectedOutcomeAmount === undefined) return accept(chosenOption(order, input.choice)?.outcomeAmount);
  const { outcome } = orderSides(deps.catalogue, order);
  const parsed = parseAmount(input.expectedOutcomeAmount, { scale: outcome.scale, precision: outcome.scale });
  return parsed.ok ? accept(parsed.minor) : refuse({ code: 'not_allowed_amount', field: 'expected_outcome_amount' });
}

/**
 * Accepts a choice for the customer (T16).
 * - Only amounts that the customer has seen bind: an expired offer is recalculated, and refused as `rate_changed` if it is worse.
 * - A reserve that is too small is refused as `has_no_reserves`.
 * - Accepting a top-up changes nothing until money arrives.
 */
export async function acceptRequote(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  input: Acceptance,
): Promise<Result<Order, AcceptRefusal>> {
  const locked = await lockOwnOrder(deps, tx, input);
  if (!locked.ok) return locked;
  if (locked.value.status !== 'requote' || locked.value.requote === null) return refuse({ code: 'order_state_conflict' });
  const minOutcome = minOutcomeOf(deps, locked.value, input);
  if (!minOutcome.ok) return minOutcome;
  const wasOffered = chosenOption(locked.value, input.choice) !== undefined;
  // Payments reported since the offer count before the choice
  const order = await settlePayment(deps, tx, locked.value);
  if (order.status !== 'requote') return accept(order);
  const option = chosenOption(order, input.choice);
  if (option === undefined && input.choice === undefined) return refuse({ code: 'rate_unavailable' });
  if (option === undefined) return refuse({ code: wasOffered ? 'rate_changed' : 'order_state_conflict' });
  if (minOutcome.value !== undefined && option.outcomeAmount < minOutcome.value) return refuse({ code: 'rate_changed' });
  if (option.choice === 'top_up') return accept(order);
  const cause = { move: 'accept_requote', by: 'customer', now: deps.clock.now(), option, provider: suspenseOf(deps, order) } as const;
  const moved = await applyMove(deps, tx, { order, cause, by: actorOf(input.caller) });
  if (moved.ok) return moved;
  return refuse({ code: moved.refusals[0]?.code === 'has_no_reserves' ? 'has_no_reserves' : 'order_state_conflict' });
}
