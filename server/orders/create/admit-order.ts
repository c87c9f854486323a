import { formatAmount } from '#core/money/amount.ts';
import { type AdmissionFacts, type AdmissionRefusal, admit } from '#core/order/admission.ts';
import { MAX_UNPAID_ORDERS } from '#core/order/unpaid.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { CaptchaRefusal } from '#server/captcha/captcha.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findOpenUnpaid, type UnpaidOrder, type VisitorKey } from './unpaid-holds.ts';

type AdmitDeps = Pick<Deps, 'catalogue' | 'clock' | 'captcha'>;

/** The customer who wants a reserve, with the proof of work sent. */
export interface Requester {
  readonly key: VisitorKey;
  readonly captchaToken: string | undefined;
  /** Why the token was refused by the check before the transaction. */
  readonly proofRefusals: readonly Refusal<CaptchaRefusal>[];
  /** A proof was already spent for this order, or none is required. */
  readonly isProven: boolean;
}

function present({ catalogue }: Pick<Deps, 'catalogue'>, order: UnpaidOrder) {
  const amount = (code: string, minor: bigint) => formatAmount(minor, catalogue.paymentSystem(code)?.scale ?? 0);
  return {
    id: order.id,
    status: order.status,
    payment_system_from_id: order.incomeCode,
    payment_system_to_id: order.outcomeCode,
    income_amount: amount(order.incomeCode, order.incomeAmount),
    outcome_amount: amount(order.outcomeCode, order.outcomeAmount),
    created_at: toRfc3339(order.createdAt),
    expires_at: order.expiresAt === null ? null : toRfc3339(order.expiresAt),
  };
}

/** The open orders whose keys the visitor holds, except the refused one. Orders known only by a typed e-mail are not shown. */
async function openOrdersMeta(deps: AdmitDeps, tx: Tx, key: VisitorKey, refusedId: string | undefined): Promise<Pick<Refusal, 'meta'>> {
  const { ofVisitor } = await findOpenUnpaid(tx, key, deps.clock.now());
  const shownOrders = ofVisitor.filter((order) => order.hasKey && order.id !== refusedId).slice(0, 2 * MAX_UNPAID_ORDERS);
  return { meta: { orders: shownOrders.map((order) => present(deps, order)) } };
}

/**
 * Runs the admission rules. Where only a proof of work is missing, spends the token and runs them again.
 * - One proof serves one order. The caller rolls back a refusal, and with it the spent proof.
 * - A repeated request gets the stored answer and spends nothing.
 * - `orderId`: the order just written.
 */
export async function admitWithProof(
  deps: AdmitDeps,
  tx: Tx,
  requester: Requester,
  input: { readonly facts: Partial<AdmissionFacts>; readonly orderId?: string },
): Promise<Result<Requester, AdmissionRefusal | CaptchaRefusal>> {
  const refusal = admit(input.facts, requester.isProven);
  if (refusal === null) return accept(requester);
  if (refusal.code === 'too_many_open_orders')
    return refuse({ ...refusal, ...(await openOrdersMeta(deps, tx, requester.key, input.orderId)) });
  if (refusal.code !== 'captcha_required' || requester.captchaToken === undefined) return refuse(refusal);
  if (!(await deps.captcha.spend(tx, requester.captchaToken)))
    return refuse(requester.proofRefusals[0] ?? { code: 'wrong_captcha', field: 'captcha_token' });
  return await admitWithProof(deps, tx, { ...requester, isProven: true }, input);
}
