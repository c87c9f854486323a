import { createHash } from 'node:crypto';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { RequisiteRefusalCode } from '#core/refusal.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { beginWithdrawal, type WithdrawalDraft } from '#core/withdrawal/decide.ts';
import { dispatch, leavePurse } from '#core/withdrawal/postings.ts';
import { MIN_WITHDRAWAL, outcomeOf, type Purse, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { openPromise } from '#server/ledger/post.ts';
import { openPurse } from '#server/ledger/open-purse.ts';
import { checkAddress } from '#server/payment-systems/check-address.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertWithdrawal } from './store.ts';

export interface WithdrawalRequest {
  readonly userId: string;
  readonly hasVerifiedEmail: boolean;
  readonly locale: Locale;
  readonly purse: Purse;
  /** Cents. */
  readonly amount: bigint;
  readonly paymentSystemCode: string;
  readonly requisites: RequisiteValues;
  readonly noMemo: boolean;
}

type RequestDeps = Pick<Deps, 'random' | 'clock' | 'catalogue' | 'quotes' | 'rails' | 'secrets'>;
export type WithdrawalRefusal =
  | RequisiteRefusalCode
  | 'email_not_verified'
  | 'direction_unavailable'
  | 'payout_below_minimum'
  | 'rate_unavailable'
  | 'amount_below_minimum'
  | 'amount_above_maximum'
  | 'not_allowed_amount'
  | 'has_no_reserves';

const TOKEN_BYTES = 32;

/** What is kept of the token that the mail carries. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A payment system that earnings are paid to and that can pay now. */
function payableSystem({ catalogue, rails }: RequestDeps, code: string): PaymentSystem | undefined {
  const system = catalogue.paymentSystem(code);
  if (!system?.referalOutputEnabled || !system.outcomeEnabled) return undefined;
  return rails.get(system.rail)?.capabilities.paysOut === true ? system : undefined;
}

/** What is paid out for the purse's cents, within the payment system's limits. */
function outcomeFor(
  { quotes }: RequestDeps,
  system: PaymentSystem,
  amount: bigint,
): Result<bigint, 'rate_unavailable' | 'amount_below_minimum' | 'amount_above_maximum'> {
  const usd = quotes.usdOf(system.code);
  if (usd === undefined) return refuse({ code: 'rate_unavailable' });
  const outcome = outcomeOf(amount, system, usd);
  if (outcome <= 0n || outcome < system.minAmount) return refuse({ code: 'amount_below_minimum', field: 'amount' });
  return outcome > system.maxAmount ? refuse({ code: 'amount_above_maximum', field: 'amount' }) : accept(outcome);
}

/** Promises the reserve, then the purse's money: two of the same balance wait for each other here, and the second finds it promised. */
async function promise(
  deps: RequestDeps,
  tx: Tx,
  withdrawal: Withdrawal & Pick<WithdrawalDraft, 'purseHoldId' | 'holdId'>,
): Promise<Result<null, 'not_allowed_amount' | 'has_no_reserves'>> {
  const cause = { orderId: null, withdrawalId: withdrawal.id, actor: 'customer', actorId: withdrawal.userId } as const;
  const { purseHoldId, holdId, purseWallet, purseAmount, outcomeCode: code, outcomeWallet: wallet, outcomeAmount: amount } = withdrawal;
  const ofPurse = { holdId: purseHoldId, code: null, wallet: purseWallet, amount: purseAmount, pending: leavePurse(withdrawal) };
  if (!(await openPromise(deps, tx, ofPurse, cause))) return refuse({ code: 'not_allowed_amount', field: 'amount' });
  const ofReserve = { holdId, code, wallet, amount, pending: dispatch(withdrawal) };
  if (!(await openPromise(deps, tx, ofReserve, cause))) return refuse({ code: 'has_no_reserves', field: 'amount' });
  return accept(null);
}

/**
 * T27: earnings are asked for. Promised at once, of the purse and of the reserve, whole or not at all (the caller rolls back a
 * refusal); paid after the link in the mail: `token` is for that mail alone, only its hash is kept.
 */
export async function requestWithdrawal(
  deps: RequestDeps,
  tx: Tx,
  request: WithdrawalRequest,
): Promise<Result<{ withdrawal: Withdrawal; token: string }, WithdrawalRefusal>> {
  if (!request.hasVerifiedEmail) return refuse({ code: 'email_not_verified' });
  const system = payableSystem(deps, request.paymentSystemCode);
  if (!system) return refuse({ code: 'direction_unavailable', field: 'payment_system_id' });
  if (request.amount < MIN_WITHDRAWAL) return refuse({ code: 'payout_below_minimum', field: 'amount' });
  const { outcomeFields: fields } = system;
  const checked = checkRequisites({ fields, values: request.requisites, noMemo: request.noMemo, checkAddress });
  if (!checked.ok) return { ok: false, refusals: checked.refusals.map((one) => ({ ...one, field: `requisites/${one.field ?? ''}` })) };
  const outcome = outcomeFor(deps, system, request.amount);
  if (!outcome.ok) return outcome;
  const draft: WithdrawalDraft = {
    id: deps.random.publicId(20),
    userId: request.userId,
    locale: request.locale,
    purse: request.purse,
    purseWallet: await openPurse(deps, tx, { ownerId: request.userId, purse: request.purse }),
    purseAmount: request.amount,
    outcomeCode: system.code,
    outcomeWallet: system.outcomeWallet,
    outcomeAsset: system.asset,
    outcomeAmount: outcome.value,
    purseHoldId: deps.random.uuid(),
    holdId: deps.random.uuid(),
  };
  const withdrawal = beginWithdrawal(draft, deps.clock.now());
  const token = Buffer.from(deps.random.bytes(TOKEN_BYTES)).toString('base64url');
  const sealed = deps.secrets.seal(JSON.stringify(checked.value));
  const requisites = { sealed, masked: maskRequisites(fields, checked.value) };
  await insertWithdrawal(tx, { withdrawal, requisites, tokenHash: hashOfToken(token) });
  const promised = await promise(deps, tx, { ...withdrawal, purseHoldId: draft.purseHoldId, holdId: draft.holdId });
  return promised.ok ? accept({ withdrawal, token }) : promised;
}
