import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import type { RefusalCode, RequisiteRefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Order } from '#core/order/order.ts';
import { DAY_MS } from '#core/time.ts';
import { proposeByService } from '#server/approvals/propose.ts';
import { sealPart } from '#server/approvals/sealed-part.ts';
import type { Deps } from '#server/deps.ts';
import { type OrderCall, actorOf, lockOwnOrder } from '#server/orders/customer/customer-moves.ts';
import type { Caller } from '#server/orders/access.ts';
import { openDestination } from '#server/orders/destination.ts';
import { type DestinationOwner, refuseLookalike } from '#server/orders/known-destinations.ts';
import { applyTouch } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { checkAddressOf } from '#server/payment-systems/check-address.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { isCorrectable, isRequestKey } from './request-destination.ts';
import { findOpenRequest, saveAnswer } from './store.ts';

export interface SubmitDestinationInput extends OrderCall {
  /** From the mailed link: access to the order page alone must not be enough to redirect the money. */
  readonly key: string;
  readonly requisites: RequisiteValues;
  readonly noMemo: boolean;
  /** The customer has confirmed that the destination is right although it resembles an earlier one. */
  readonly confirmsLookalike: boolean;
}

type SubmitDestinationRefusal =
  | RequisiteRefusalCode
  | Extract<RefusalCode, 'not_found' | 'order_state_conflict' | 'invalid_token' | 'lookalike'>;

/** How long the proposal may wait for an operator. Long, because the failed payout also stays in the operators' queue. */
const APPROVAL_TTL_MS = 30 * DAY_MS;

/** Whose destinations the new one is compared with: the failed one, and all others of the same customer. */
const ownerOf = (order: Order, { visitor, heldOrders = [] }: Caller): DestinationOwner => ({
  userId: visitor.kind === 'user' ? visitor.userId : null,
  orderIds: [order.id, ...heldOrders],
});

const isSameDestination = (left: RequisiteValues, right: RequisiteValues): boolean =>
  [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => (left[key] ?? '') === (right[key] ?? ''));

/** The checks of the order form; the destination that failed is refused. */
function checkDestination(
  system: PaymentSystem,
  input: SubmitDestinationInput,
  previous: RequisiteValues,
): Result<RequisiteValues, RequisiteRefusalCode> {
  const checked = checkRequisites({
    fields: system.outcomeFields,
    values: input.requisites,
    noMemo: input.noMemo,
    checkAddress: checkAddressOf(system),
  });
  if (!checked.ok)
    return { ok: false, refusals: checked.refusals.map((refusal) => ({ ...refusal, field: `requisites/${refusal.field ?? ''}` })) };
  if (!isSameDestination(checked.value, previous)) return checked;
  return refuse({ code: 'invalid_format', field: `requisites/${system.outcomeFields[0]?.key ?? ''}`, message: 'destination_same' });
}

/**
 * Stores the customer's other destination for a failed payout (domain 5: once, confirmed by e-mail). It pays nothing and keeps the amount.
 * An operator approves the destination. A payout above the limit of automatic payouts then needs approval again.
 */
export async function submitDestination(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  input: SubmitDestinationInput,
): Promise<Result<Order, SubmitDestinationRefusal>> {
  const locked = await lockOwnOrder(deps, tx, input);
  if (!locked.ok) return locked;
  const order = locked.value;
  const now = deps.clock.now();
  const request = await findOpenRequest(tx, order.id, now);
  if (request?.recipient !== order.email || !isRequestKey(deps, request.id, input.key))
    return refuse({ code: 'invalid_token', message: 'destination_link_over' });
  const system = deps.catalogue.paymentSystem(order.outcomeCode);
  if (system === undefined || !(await isCorrectable(tx, order)))
    return refuse({ code: 'order_state_conflict', message: 'destination_late' });
  const previous = await openDestination(deps, tx, { id: order.id, side: 'outcome' });
  const checked = checkDestination(system, input, previous);
  if (!checked.ok) return checked;
  const lookalike = input.confirmsLookalike
    ? null
    : await refuseLookalike(deps, tx, {
        owner: ownerOf(order, input.caller),
        destination: { fields: system.outcomeFields, values: checked.value, path: 'requisites' },
      });
  if (lookalike !== null) return refuse(lookalike);
  const { sealed, digest } = sealPart(deps, checked.value);
  const masked = maskRequisites(system.outcomeFields, checked.value);
  const previousMasked = maskRequisites(system.outcomeFields, previous);
  const payload = {
    payment_system_id: order.outcomeCode,
    given_by: 'customer',
    former_destination: Object.values(previousMasked).join(', '),
    ...(isSameDestination(masked, previousMasked) ? { looks_alike: true } : {}),
    requisites_masked: masked,
    requisites_digest: digest,
  };
  const proposal = {
    kind: 'correct_destination',
    subject: order.id,
    payload,
    sealed,
    note: '',
    waitsMs: APPROVAL_TTL_MS,
  } as const;
  const { approvalId } = await proposeByService(deps, tx, proposal);
  if (!(await saveAnswer(tx, request.id, { approvalId, now })))
    throw new Error(`request ${request.id} was answered under its order's lock`);
  const touch = { touch: 'change_beside', by: 'customer' } as const;
  return accept(await applyTouch(deps, tx, { order, touch, by: actorOf(input.caller) }));
}
