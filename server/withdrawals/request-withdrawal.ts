import { createHash } from 'node:crypto';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Refusal, RequisiteRefusalCode } from '#core/refusal.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { beginWithdrawal, type WithdrawalDraft } from '#core/withdrawal/decide.ts';
import { dispatch, leavePurse } from '#core/withdrawal/postings.ts';
import { holdOf, MIN_WITHDRAWAL, type Purse, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { openPromise } from '#server/ledger/post.ts';
import { openPurse } from '#server/ledger/open-purse.ts';
import { refuseLookalike } from '#server/orders/known-destinations.ts';
import { checkAddressOf } from '#server/payment-systems/check-address.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { takeWallet } from '#server/user-wallets/keep-wallet.ts';
import { fingerprintOf, knowDestination } from './known-since.ts';
import { chosenSystem, outcomeFor, type PriceRefusal } from './price-withdrawal.ts';
import { insertWithdrawal } from './store.ts';
import { tellCustomer } from './tell-customer.ts';

export interface WithdrawalRequest {
  readonly userId: string;
  readonly hasVerifiedEmail: boolean;
  readonly locale: Locale;
  readonly purse: Purse;
  /** Cents. */
  readonly amount: bigint;
  readonly paymentSystemCode: string;
  /** Where he is; null: nobody knows. */
  readonly country: string | null;
  readonly requisites: RequisiteValues;
  /** Kept requisites instead of typed ones, by reference. */
  readonly walletId?: string | undefined;
  readonly noMemo: boolean;
  /** He has compared the destination with the one that it looks like (R56). */
  readonly confirmsLookalike?: boolean;
  /** He has proved who he is just now: what goes to a wallet that nothing of his was paid to needs it (R33). */
  readonly isFresh: boolean;
}

type RequestDeps = Pick<Deps, 'random' | 'clock' | 'catalogue' | 'countries' | 'quotes' | 'rails' | 'secrets' | 'live'>;
export type WithdrawalRefusal =
  | RequisiteRefusalCode
  | PriceRefusal
  | 'email_not_verified'
  | 'fresh_factor_required'
  | 'direction_unavailable'
  | 'country_not_allowed'
  | 'payout_below_minimum'
  | 'lookalike'
  | 'not_found'
  | 'not_allowed_amount'
  | 'has_no_reserves';

const PURPOSE = 'confirm withdrawal';

/** The token of the link in the mail: 256 bits derived from our secret, so that the letter can be written again and no table says it. */
export const confirmationToken = ({ secrets }: Pick<Deps, 'secrets'>, id: string): string =>
  secrets.sign(PURPOSE, id) + secrets.sign(`${PURPOSE}, second half`, id);

/** What is kept of the token that the mail carries. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Promises the reserve, then the purse's money: two of the same balance wait for each other here, and the second finds it promised. */
async function promise(
  deps: RequestDeps,
  tx: Tx,
  withdrawal: Withdrawal & Pick<WithdrawalDraft, 'purseHoldId' | 'holdId'>,
): Promise<Result<null, 'not_allowed_amount' | 'has_no_reserves'>> {
  const cause = { orderId: null, withdrawalId: withdrawal.id, actor: 'customer', actorId: withdrawal.userId } as const;
  const { purseHoldId, holdId, purseWallet, purseAmount, outcomeCode: code, outcomeWallet: wallet, outcomeAmount: amount } = withdrawal;
  const ofPurse = { holdId: purseHoldId, code: null, wallet: purseWallet, amount: purseAmount, pending: leavePurse(withdrawal) };
  if (!(await openPromise(deps, tx, ofPurse, cause)))
    return refuse({ code: 'not_allowed_amount', field: 'amount', message: 'purse_holds_less' });
  const ofReserve = { holdId, code, wallet, amount, pending: dispatch(withdrawal) };
  if (!(await openPromise(deps, tx, ofReserve, cause))) return refuse({ code: 'has_no_reserves', field: 'amount' });
  return accept(null);
}

interface Named {
  readonly values: RequisiteValues;
  readonly byReference: boolean;
}

/** Where it shall go: kept requisites of the system and of him, or what he has typed. */
async function destinationOf(
  deps: RequestDeps,
  tx: Tx,
  { request, system }: { readonly request: WithdrawalRequest; readonly system: PaymentSystem },
): Promise<Result<Named, RequisiteRefusalCode | 'not_found'>> {
  const { userId, walletId: id, noMemo } = request;
  if (id !== undefined) {
    const wallet = await takeWallet(deps, tx, { userId, id });
    const isFit = wallet?.side === 'outcome' && wallet.code === system.code;
    return isFit ? accept({ values: wallet.values, byReference: true }) : refuse({ code: 'not_found', field: 'user_wallet_id' });
  }
  const checked = checkRequisites({
    fields: system.outcomeFields,
    values: request.requisites,
    noMemo,
    checkAddress: checkAddressOf(system),
  });
  if (checked.ok) return accept({ values: checked.value, byReference: false });
  return { ok: false, refusals: checked.refusals.map((one) => ({ ...one, field: `requisites/${one.field ?? ''}` })) };
}

/** Why this destination is not paid to before its customer has done something more. */
async function refuseDestination(
  deps: RequestDeps,
  tx: Tx,
  { request, system, named }: { readonly request: WithdrawalRequest; readonly system: PaymentSystem; readonly named: Named },
): Promise<Refusal<'lookalike' | 'fresh_factor_required'> | null> {
  const { userId } = request;
  if (!named.byReference && request.confirmsLookalike !== true) {
    const destination = { fields: system.outcomeFields, values: named.values, path: 'requisites' };
    const alike = await refuseLookalike(deps, tx, { owner: { userId, orderIds: [] }, destination });
    if (alike !== null) return alike;
  }
  if (request.isFresh) return null;
  const { paidSince } = await knowDestination(deps, tx, { userId, code: system.code, text: JSON.stringify(named.values) });
  const isProven = paidSince !== undefined && holdOf(paidSince, deps.clock.now()) === null;
  return isProven ? null : { code: 'fresh_factor_required' };
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
  const chosen = chosenSystem(deps, { code: request.paymentSystemCode, country: request.country });
  if (!chosen.ok) return chosen;
  const system = chosen.value;
  if (request.amount < MIN_WITHDRAWAL) return refuse({ code: 'payout_below_minimum', field: 'amount' });
  const named = await destinationOf(deps, tx, { request, system });
  if (!named.ok) return named;
  const outcome = outcomeFor(deps, system, request.amount);
  if (!outcome.ok) return outcome;
  const refused = await refuseDestination(deps, tx, { request, system, named: named.value });
  if (refused !== null) return refuse(refused);
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
  const token = confirmationToken(deps, withdrawal.id);
  const text = JSON.stringify(named.value.values);
  const requisites = {
    sealed: deps.secrets.seal(text),
    masked: maskRequisites(system.outcomeFields, named.value.values),
    fingerprint: fingerprintOf(deps, { code: system.code, text }),
  };
  await insertWithdrawal(tx, { withdrawal, requisites, tokenHash: hashOfToken(token) });
  const promised = await promise(deps, tx, { ...withdrawal, purseHoldId: draft.purseHoldId, holdId: draft.holdId });
  if (!promised.ok) return promised;
  await tellCustomer(deps, tx, withdrawal, 'request');
  return accept({ withdrawal, token });
}
