import { createHash } from 'node:crypto';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Refusal, RequisiteRefusalCode } from '#core/refusal.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { beginWithdrawal, type WithdrawalDraft } from '#core/withdrawal/decide.ts';
import { dispatch, debitBalance } from '#core/withdrawal/postings.ts';
import { delayUntil, MIN_WITHDRAWAL, type Purse, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { reserveBufferOf } from '#server/payment-systems/catalogue.ts';
import { openReservation } from '#server/ledger/post.ts';
import { findOrCreateCustomerWallet } from '#server/ledger/wallets.ts';
import { refuseLookalike } from '#server/orders/known-destinations.ts';
import { checkAddressOf } from '#server/payment-systems/check-address.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { openSavedWallet } from '#server/user-wallets/saved-wallets.ts';
import { fingerprintOf, readDestinationHistory } from './destination-history.ts';
import { chosenSystem, outcomeFor, type PriceRefusal } from './price-withdrawal.ts';
import { insertWithdrawal } from './store.ts';
import { notifyCustomer } from './notify-customer.ts';

export interface WithdrawalRequest {
  readonly userId: string;
  readonly hasVerifiedEmail: boolean;
  readonly locale: Locale;
  readonly purse: Purse;
  /** Cents. */
  readonly amount: bigint;
  readonly paymentSystemCode: string;
  /** The customer's country; null: unknown. */
  readonly country: string | null;
  readonly requisites: RequisiteValues;
  /** A saved wallet, used instead of `requisites`. */
  readonly walletId?: string | undefined;
  readonly noMemo: boolean;
  /** The customer has confirmed a destination that resembles an earlier one (R56). */
  readonly confirmsLookalike?: boolean;
  /** A second factor was just given. Required for a destination that was never paid (R33). */
  readonly hasFreshFactor: boolean;
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

/** Token of the mailed link: 256 bits derived from our secret, so that the e-mail can be sent again and the token is not stored. */
export const confirmationToken = ({ secrets }: Pick<Deps, 'secrets'>, id: string): string =>
  secrets.sign(PURPOSE, id) + secrets.sign(`${PURPOSE}, second half`, id);

/** The stored hash of the mailed token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Reserves the customer's balance, then the reserve. Concurrent requests on one balance wait for each other here. */
async function reserveFunds(
  deps: RequestDeps,
  tx: Tx,
  withdrawal: Withdrawal & Pick<WithdrawalDraft, 'purseHoldId' | 'holdId'>,
): Promise<Result<null, 'not_allowed_amount' | 'has_no_reserves'>> {
  const cause = { orderId: null, withdrawalId: withdrawal.id, actor: 'customer', actorId: withdrawal.userId } as const;
  const { purseHoldId, holdId, purseWallet, purseAmount, outcomeCode, outcomeWallet: wallet, outcomeAmount: amount } = withdrawal;
  const purseReservation = {
    holdId: purseHoldId,
    buffer: null,
    wallet: purseWallet,
    amount: purseAmount,
    pending: debitBalance(withdrawal),
  };
  if (!(await openReservation(deps, tx, purseReservation, cause)))
    return refuse({ code: 'not_allowed_amount', field: 'amount', message: 'purse_holds_less' });
  const reserveReservation = { holdId, buffer: reserveBufferOf(outcomeCode), wallet, amount, pending: dispatch(withdrawal) };
  if (!(await openReservation(deps, tx, reserveReservation, cause))) return refuse({ code: 'has_no_reserves', field: 'amount' });
  return accept(null);
}

interface ChosenDestination {
  readonly values: RequisiteValues;
  readonly byReference: boolean;
}

/** The destination: a saved wallet of the customer for this payment system, or the typed requisites. */
async function destinationOf(
  deps: RequestDeps,
  tx: Tx,
  { request, system }: { readonly request: WithdrawalRequest; readonly system: PaymentSystem },
): Promise<Result<ChosenDestination, RequisiteRefusalCode | 'not_found'>> {
  const { userId, walletId: id, noMemo } = request;
  if (id !== undefined) {
    const wallet = await openSavedWallet(deps, tx, { userId, id });
    const isUsable = wallet?.side === 'outcome' && wallet.code === system.code;
    return isUsable ? accept({ values: wallet.values, byReference: true }) : refuse({ code: 'not_found', field: 'user_wallet_id' });
  }
  const checked = checkRequisites({
    fields: system.outcomeFields,
    values: request.requisites,
    noMemo,
    checkAddress: checkAddressOf(system),
  });
  if (checked.ok) return accept({ values: checked.value, byReference: false });
  return { ok: false, refusals: checked.refusals.map((refusal) => ({ ...refusal, field: `requisites/${refusal.field ?? ''}` })) };
}

/** Why the customer must confirm or authenticate before this destination is paid; null: no reason. */
async function refuseDestination(
  deps: RequestDeps,
  tx: Tx,
  { request, system, chosen }: { readonly request: WithdrawalRequest; readonly system: PaymentSystem; readonly chosen: ChosenDestination },
): Promise<Refusal<'lookalike' | 'fresh_factor_required'> | null> {
  const { userId } = request;
  if (!chosen.byReference && request.confirmsLookalike !== true) {
    const destination = { fields: system.outcomeFields, values: chosen.values, path: 'requisites' };
    const lookalike = await refuseLookalike(deps, tx, { owner: { userId, orderIds: [] }, destination });
    if (lookalike !== null) return lookalike;
  }
  if (request.hasFreshFactor) return null;
  const { paidSince } = await readDestinationHistory(deps, tx, { userId, code: system.code, text: JSON.stringify(chosen.values) });
  const isProven = paidSince !== undefined && delayUntil(paidSince, deps.clock.now()) === null;
  return isProven ? null : { code: 'fresh_factor_required' };
}

/**
 * Requests a withdrawal of earnings (T27), paid after confirmation by the mailed link. Reserves balance and wallet; the caller rolls back a
 * refusal. Only the token's hash is stored.
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
  const destination = await destinationOf(deps, tx, { request, system });
  if (!destination.ok) return destination;
  const outcome = outcomeFor(deps, system, request.amount);
  if (!outcome.ok) return outcome;
  const refusal = await refuseDestination(deps, tx, { request, system, chosen: destination.value });
  if (refusal !== null) return refuse(refusal);
  const draft: WithdrawalDraft = {
    id: deps.random.publicId(20),
    userId: request.userId,
    locale: request.locale,
    purse: request.purse,
    purseWallet: await findOrCreateCustomerWallet(deps, tx, { ownerId: request.userId, purse: request.purse }),
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
  const text = JSON.stringify(destination.value.values);
  const requisites = {
    sealed: deps.secrets.seal(text),
    masked: maskRequisites(system.outcomeFields, destination.value.values),
    fingerprint: fingerprintOf(deps, { code: system.code, text }),
  };
  await insertWithdrawal(tx, { withdrawal, requisites, tokenHash: hashOfToken(token) });
  const reserved = await reserveFunds(deps, tx, { ...withdrawal, purseHoldId: draft.purseHoldId, holdId: draft.holdId });
  if (!reserved.ok) return reserved;
  await notifyCustomer(deps, tx, withdrawal, 'request');
  return accept({ withdrawal, token });
}
