import { parseAmount } from '#core/money/amount.ts';
import type { Order, RequoteChoice, RequoteOption } from '#core/order/order.ts';
import { firstExchange } from '#core/order/requote-options.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { settlePayment } from './settle-payment.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { actorOf, lockOwnOrder, type Addressed } from '#server/orders/customer/customer-moves.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { suspenseOf } from '#server/orders/payment-terms.ts';

export interface Acceptance extends Addressed {
  /** Absent: the first choice that exchanges anything. */
  readonly choice?: Exclude<RequoteChoice, 'refund'> | undefined;
  /** What the customer has seen that he gets, as text of the outcome side. */
  readonly expectedOutcomeAmount?: string | undefined;
}

type AcceptRefusal = Extract<
  RefusalCode,
  'not_found' | 'order_state_conflict' | 'rate_unavailable' | 'rate_changed' | 'has_no_reserves' | 'not_allowed_amount'
>;

const chosen = (order: Order, choice: Acceptance['choice']): RequoteOption | undefined =>
  choice === undefined
    ? order.requote === null
      ? undefined
      : firstExchange(order.requote)
    : order.requote?.options.find((option) => option.choice === choice);

/** The least outcome that the customer agreed to: what he says he saw, else what we showed him. */
function leastOf(deps: MoveDeps, order: Order, input: Acceptance): Result<bigint | undefined, 'not_allowed_amount'> {
  if (input.expectedOutcomeAmount === undefined) return accept(chosen(order, input.choice)?.outcomeAmount);
  const { outcome } = orderSides(deps.catalogue, order);
  const parsed = parseAmount(input.expectedOutcomeAmount, { scale: outcome.scale, precision: outcome.scale });
  return parsed.ok ? accept(parsed.minor) : refuse({ code: 'not_allowed_amount', field: 'expected_outcome_amount' });
}

/**
 * T16: the customer takes one of the choices. Only numbers he has seen bind: an offer that ran out is calculated anew, taken
 * when it is no worse for him and `rate_changed` when it is; a reserve that cannot carry it is `has_no_reserves`. To top up
 * is to pay: taking it changes nothing.
 */
export async function acceptRequote(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  input: Acceptance,
): Promise<Result<Order, AcceptRefusal>> {
  const own = await lockOwnOrder(deps, tx, input);
  if (!own.ok) return own;
  if (own.value.status !== 'requote' || own.value.requote === null) return refuse({ code: 'order_state_conflict' });
  const least = leastOf(deps, own.value, input);
  if (!least.ok) return least;
  const wasOffered = chosen(own.value, input.choice) !== undefined;
  // Also what was reported meanwhile counts before the choice does
  const order = await settlePayment(deps, tx, own.value);
  if (order.status !== 'requote') return accept(order);
  const option = chosen(order, input.choice);
  if (option === undefined && input.choice === undefined) return refuse({ code: 'rate_unavailable' });
  if (option === undefined) return refuse({ code: wasOffered ? 'rate_changed' : 'order_state_conflict' });
  if (least.value !== undefined && option.outcomeAmount < least.value) return refuse({ code: 'rate_changed' });
  if (option.choice === 'top_up') return accept(order);
  const cause = { move: 'accept_requote', by: 'customer', now: deps.clock.now(), option, provider: suspenseOf(deps, order) } as const;
  const moved = await applyMove(deps, tx, { order, cause, by: actorOf(input.caller) });
  if (moved.ok) return moved;
  return refuse({ code: moved.refusals[0]?.code === 'has_no_reserves' ? 'has_no_reserves' : 'order_state_conflict' });
}
