import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import type { RefusalCode, RequisiteRefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Order } from '#core/order/order.ts';
import { DAY_MS } from '#core/time.ts';
import { askPeople } from '#server/approvals/propose.ts';
import { sealPart } from '#server/approvals/sealed-part.ts';
import type { Deps } from '#server/deps.ts';
import { type Addressed, actorOf, lockOwnOrder } from '#server/orders/customer/customer-moves.ts';
import type { Caller } from '#server/orders/access.ts';
import { openDestination } from '#server/orders/destination.ts';
import { type Owner, refuseLookalike } from '#server/orders/known-destinations.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { checkAddressOf } from '#server/payment-systems/check-address.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { isCorrectable } from './ask-destination.ts';
import { isRequestKey } from './request-letter.ts';
import { findOpenRequest, saveGiven } from './store.ts';

export interface GivenDestination extends Addressed {
  /** From the letter: who has the page alone cannot send the money elsewhere. */
  readonly key: string;
  readonly requisites: RequisiteValues;
  readonly noMemo: boolean;
  /** He has compared it with the one of his that it looks like. */
  readonly confirmsLookalike: boolean;
}

type GivenRefusal = RequisiteRefusalCode | Extract<RefusalCode, 'not_found' | 'order_state_conflict' | 'invalid_token' | 'lookalike'>;

/** How long what he named waits for a person: as long as it takes, a payout that failed is in the queue all the while. */
const WAITS_MS = 30 * DAY_MS;

/** What the new one is compared with: the destination that failed, and all others of whoever names it. */
const ownerOf = (order: Order, { visitor, heldOrders = [] }: Caller): Owner => ({
  userId: visitor.kind === 'user' ? visitor.userId : null,
  orderIds: [order.id, ...heldOrders],
});

const sameTexts = (one: RequisiteValues, other: RequisiteValues): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => (one[key] ?? '') === (other[key] ?? ''));

/** The same checks as the order form's; the destination that did not work is not taken again. */
function check(system: PaymentSystem, given: GivenDestination, former: RequisiteValues): Result<RequisiteValues, RequisiteRefusalCode> {
  const checked = checkRequisites({
    fields: system.outcomeFields,
    values: given.requisites,
    noMemo: given.noMemo,
    checkAddress: checkAddressOf(system),
  });
  if (!checked.ok)
    return { ok: false, refusals: checked.refusals.map((refusal) => ({ ...refusal, field: `requisites/${refusal.field ?? ''}` })) };
  if (!sameTexts(checked.value, former)) return checked;
  return refuse({ code: 'invalid_format', field: `requisites/${system.outcomeFields[0]?.key ?? ''}`, message: 'destination_same' });
}

/**
 * The customer names another destination of a payout that failed (domain 5: once, confirmed by mail): never the amount, and nothing is
 * paid by it. A person agrees first; above the limit people agree to the payout anew, since their word was about the old destination.
 */
export async function giveDestination(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  given: GivenDestination,
): Promise<Result<Order, GivenRefusal>> {
  const own = await lockOwnOrder(deps, tx, given);
  if (!own.ok) return own;
  const order = own.value;
  const now = deps.clock.now();
  const request = await findOpenRequest(tx, order.id, now);
  if (request?.recipient !== order.email || !isRequestKey(deps, request.id, given.key))
    return refuse({ code: 'invalid_token', message: 'destination_link_over' });
  const system = deps.catalogue.paymentSystem(order.outcomeCode);
  if (system === undefined || !(await isCorrectable(tx, order)))
    return refuse({ code: 'order_state_conflict', message: 'destination_late' });
  const former = await openDestination(deps, tx, { id: order.id, side: 'outcome' });
  const checked = check(system, given, former);
  if (!checked.ok) return checked;
  const alike = given.confirmsLookalike
    ? null
    : await refuseLookalike(deps, tx, {
        owner: ownerOf(order, given.caller),
        destination: { fields: system.outcomeFields, values: checked.value, path: 'requisites' },
      });
  if (alike !== null) return refuse(alike);
  const { sealed, digest } = sealPart(deps, checked.value);
  const masked = maskRequisites(system.outcomeFields, checked.value);
  const formerMasked = maskRequisites(system.outcomeFields, former);
  const payload = {
    payment_system_id: order.outcomeCode,
    given_by: 'customer',
    former_destination: Object.values(formerMasked).join(', '),
    ...(sameTexts(masked, formerMasked) ? { looks_alike: true } : {}),
    requisites_masked: masked,
    requisites_digest: digest,
  };
  const proposal = {
    kind: 'correct_destination',
    subject: order.id,
    payload,
    sealed,
    note: '',
    waitsMs: WAITS_MS,
  } as const;
  const { approvalId } = await askPeople(deps, tx, proposal);
  if (!(await saveGiven(tx, request.id, { approvalId, now }))) throw new Error(`request ${request.id} was answered under its order's lock`);
  const touch = { touch: 'change_beside', by: 'customer' } as const;
  return accept(await applyTouch(deps, tx, { order, touch, by: actorOf(given.caller) }));
}
