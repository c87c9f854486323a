import { refundOf } from '#core/order/refund-fee.ts';
import { type OrderStatus, RECORDABLE_STATUSES, isFinal } from '#core/order/status.ts';
import { urlOf } from '#contract/call.ts';
import { officeGetCheque } from '#contract/office/orders/orders.ts';
import type { OfficeOrderAttributes, HistoryEventAttributes } from '#contract/office/orders/order-attributes.ts';
import { may, isOperatorMove, mayMove, OPERATOR_MOVES, type OperatorMove } from '#core/access/access.ts';
import { isExtendable } from '#core/order/extension.ts';
import { surplusReturnState } from '#core/order/surplus.ts';
import type { Locale } from '#core/locale.ts';
import { mayCorrectDestination, mayRetryRefund, maySetRefundDestination, type PayoutState, takeablePayouts } from '#core/payout/payout.ts';
import { toRfc3339 } from '#core/time.ts';
import { listOpenApprovals } from '#server/approvals/queries.ts';
import { findRevertedAmount, ORDER_PARTIES } from '#server/deposits/queries.ts';
import type { Deps } from '#server/deps.ts';
import { listOrderPostings } from '#server/ledger/queries.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Operator } from '#server/operators/operator.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { mayRequestDestination } from '#server/payouts/corrections/request-destination.ts';
import { presentField } from '#server/payment-systems/present.ts';
import { listHistory, type HistoryRow } from './history-store.ts';
import {
  presentCheque,
  presentDeposit,
  presentOrderFields,
  presentIncome,
  presentPayout,
  presentRequisites,
  presentRow,
  type View,
  presentSurplus,
  presentTakenBack,
} from './present.ts';
import { findOfficeOrder, listDeposits, listPayouts } from './store.ts';
import { listCheques } from '#server/cheques/list-cheques.ts';
import { presentRequote } from '#server/orders/customer/shared-attributes.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { presentEstimate } from '#server/orders/payment-terms.ts';
import { operatorMoves } from '#core/order/actions.ts';
import type { Order } from '#core/order/order.ts';
import { formatAmount } from '#core/money/amount.ts';
import { refundFeeForOrder } from './apply-operator-move.ts';
import { findOrder, findOffer } from '#server/orders/queries.ts';
import { approvalTitle } from '#core/staff/approval.ts';
import { targetOf } from '#core/order/lifecycle.ts';

interface OfferedMove {
  readonly move: OperatorMove;
  readonly to: OrderStatus;
  readonly note: 'required' | 'optional';
}

/** The moves this order allows and this role may make. Checked again when one is made. */
const offeredMoves = (order: Order, role: string): OfferedMove[] =>
  operatorMoves(order)
    .filter(isOperatorMove)
    .filter((move) => mayMove(role, move))
    .map((move) => ({ move, to: targetOf(move), note: OPERATOR_MOVES[move].note }));

const MINOR_UNITS = /^\d+$/;

function amountOf({ deps }: View, { amount, amount_code: code, stated_amount: stated, stated_currency: currency }: HistoryRow) {
  if (stated !== null && currency !== null) return { amount: stated, currency_iso_code: currency };
  const system = code === null ? undefined : deps.catalogue.paymentSystem(code);
  if (amount === null || system === undefined || !MINOR_UNITS.test(amount)) return { amount: null, currency_iso_code: null };
  return { amount: formatAmount(BigInt(amount), system.scale), currency_iso_code: system.currency };
}

/** The history of an order as the office shows it (domain 9, "Operators"). */
const presentHistory = (view: View, rows: readonly HistoryRow[]): HistoryEventAttributes[] =>
  rows.map((row) => ({
    kind: row.kind,
    at: toRfc3339(row.at.getTime()),
    name: row.name,
    status: row.status,
    actor: row.actor,
    actor_name: row.actor_name,
    note: row.note,
    ...amountOf(view, row),
    reference: row.reference,
    proposal: row.proposal && approvalTitle(row.proposal, { purpose: row.purpose }),
    outcome: row.outcome,
  }));

export type DetailDeps = Pick<Deps, 'clock' | 'secrets' | 'catalogue' | 'rails' | 't' | 'shop' | 'quotes'>;

export interface DetailInput {
  readonly orderId: string;
  readonly locale: Locale;
  readonly operator: { readonly userId: string; readonly role: string };
}

/** A final order may still have a surplus return under way. */
const hasSurplusAttempt = (attempts: readonly { readonly purpose: string; readonly state: PayoutState }[]): boolean =>
  attempts.some(({ purpose, state }) => purpose === 'surplus' && state !== 'executed' && state !== 'failed');

/**
 * Everything an operator needs to decide about one order; undefined if it does not exist. `db` may
 * be a transaction.
 */
export async function readOfficeOrder(deps: DetailDeps, db: Queryable, input: DetailInput): Promise<OfficeOrderAttributes | undefined> {
  const id = input.orderId;
  // Sequential: a transaction has one connection
  const order = await findOrder(db, id);
  const now = deps.clock.now();
  const row = await findOfficeOrder(db, id, now);
  if (!order || !row) return undefined;
  const { role } = input.operator;
  const mayHandlePayouts = may(role, 'handle_payouts');
  const view: View = { deps, locale: input.locale, operatorId: input.operator.userId, mayHandlePayouts, now };
  const attempts = await listPayouts(db, id);
  const mayObserve = may(role, 'record_observation') && RECORDABLE_STATUSES.includes(order.status);
  return {
    ...presentRow(view, row),
    ...presentOrderFields(view, order),
    estimate: presentEstimate(deps, order),
    ip: row.ip,
    income_requisites_masked: row.income_requisites_masked,
    outcome_requisites_masked: row.outcome_requisites_masked,
    requisites: presentRequisites(view, row.income_code, await findOffer(db, id)),
    deposits: (await listDeposits(db, id)).map((deposit) => presentDeposit(view, deposit)),
    taken_back_amount: presentTakenBack(view, order, await findRevertedAmount(db, order)),
    payouts: attempts.map((payout) => presentPayout(view, payout)),
    cheques: (await listCheques(db, id)).map((cheque) =>
      presentCheque(cheque, urlOf(officeGetCheque, { params: { id, cheque_id: cheque.id } })),
    ),
    history: presentHistory(view, await listHistory(deps, db, id)),
    postings: await listOrderPostings({ catalogue: deps.catalogue }, db, id),
    allowed_moves: offeredMoves(order, role),
    may_claim:
      may(role, 'claim_order') &&
      (!isFinal(order.status) || mayObserve || offeredMoves(order, role).length > 0 || hasSurplusAttempt(attempts)),
    may_note: may(role, 'claim_order'),
    may_observe: mayObserve,
    refund_fee: presentRefundFee(deps, order),
    kept_amount: order.refundFee === 0n ? null : presentIncome(view, order, order.refundFee),
    may_write: may(role, 'write_to_customers'),
    may_extend: may(role, 'extend_time') && isExtendable(order),
    requote: presentRequote(deps, order),
    surplus_amount: presentSurplus(view, order),
    surplus_returned_amount: order.surplusReturned === 0n ? null : presentIncome(view, order, order.surplusReturned),
    refund_amount: isRefunding(order.status) ? presentIncome(view, order, refundOf(order)) : null,
    surplus_return: surplusReturnState(order, hasSurplusAttempt(attempts)),
    may_return_surplus: may(role, 'return_surplus') && !hasSurplusAttempt(attempts),
    takeable_payouts: mayHandlePayouts ? takeablePayouts(order.status, attempts) : [],
    may_retry_refund: mayHandlePayouts && mayRetryRefund(order.status, attempts),
    may_set_refund_destination: mayHandlePayouts && maySetRefundDestination(order.status, attempts),
    refund_fields: (deps.catalogue.paymentSystem(order.incomeCode)?.outcomeFields ?? []).map((field) => presentField(field, input.locale)),
    may_correct_destination: mayHandlePayouts && mayCorrectDestination(order.status, attempts),
    may_ask_destination: mayHandlePayouts && (await mayRequestDestination(deps, db, order)),
    payout_fields: (deps.catalogue.paymentSystem(order.outcomeCode)?.outcomeFields ?? []).map((field) => presentField(field, input.locale)),
    open_approvals: await listOpenApprovals(db, id, { operator: input.operator, now, parties: ORDER_PARTIES }),
    server_time: toRfc3339(now),
  };
}

const isRefunding = (status: OrderStatus): boolean => status === 'refund_pending' || status === 'refunded';

/** The largest fee that may be withheld from a refund that can be decided now. */
function presentRefundFee(deps: DetailDeps, order: Order): OfficeOrderAttributes['refund_fee'] {
  const { scale } = orderSides(deps.catalogue, order).income;
  const isOffered = operatorMoves(order).some((move) => move === 'refund' || move === 'refund_from_compliance');
  const fee = refundFeeForOrder(deps, order);
  if (!isOffered || fee.max === 0n) return null;
  const incomeText = (minor: bigint) => formatAmount(minor, scale);
  return {
    most: incomeText(fee.max),
    network: incomeText(fee.network),
    fixed: incomeText(fee.fixed),
    share: incomeText(fee.share),
    least_refund: incomeText(order.creditedAmount - fee.max),
    credited: incomeText(order.creditedAmount),
  };
}

interface OrderResponse {
  readonly data: { readonly type: 'orders'; readonly id: string; readonly attributes: OfficeOrderAttributes };
}

/** The response to any action on an order: the order as it is now. */
export async function officeOrderResponse(
  deps: DetailDeps,
  db: Queryable,
  input: { readonly id: string; readonly locale: Locale; readonly operator: Operator },
): Promise<Result<OrderResponse, 'not_found'>> {
  const attributes = await readOfficeOrder(deps, db, { orderId: input.id, locale: input.locale, operator: input.operator });
  return attributes ? accept({ data: { type: 'orders', id: input.id, attributes } }) : refuse({ code: 'not_found' });
}
