import { data, type LoaderFunctionArgs, redirect, type ActionFunctionArgs } from 'react-router';
import {
  listPurses,
  type PurseAttributes,
  createPayout,
  quotePayout,
  confirmPayout,
  readConfirmation,
  stopPayout,
} from '#contract/account/payouts.ts';
import type { CallError } from '#contract/call-errors.ts';
import { call, type Transport } from '#contract/call.ts';
import { listOrders, getOrder } from '#contract/public/orders.ts';
import { retryWhileInProgress } from '#web/api/retry-while-in-progress.ts';
import { siteContext } from '#web/api/site-context.ts';
import { requireUser, findUser } from '#web/api/user.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import type { System } from '#web/catalogue/systems.ts';
import { textOf, returnForm } from '#web/form/returned-form.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { toOrder, type Order } from '#web/order/order.ts';
import { fetchWallets, type SavedWallet } from '#web/requisites/fetch-wallets.ts';
import type { ProofMethods } from '#web/step-up/ProofFields.tsx';
import { submitProof, proofMethodsOf } from '#web/step-up/submit-proof.ts';
import { FIELD, inputErrors, nameOf, payoutBodyOf, type QuotedPayout, readInput, type WithdrawalInput } from './withdrawal-input.ts';

export interface WithdrawData {
  readonly hasVerifiedEmail: boolean;
  readonly purses: readonly PurseAttributes[];
  /** Systems that earnings can be paid out to now, those with a saved wallet first. */
  readonly systems: readonly System[];
  readonly wallets: readonly SavedWallet[];
  /** All systems, for the names in the history. */
  readonly allSystems: readonly System[];
  readonly history: readonly Order[];
  /** One key per page: its form creates one withdrawal, however often it is sent. */
  readonly idempotencyKey: string;
}

/** Withdrawals shown, newest first; all of them are among the orders. */
const HISTORY_SIZE = '10';

/** Loads balances, systems, saved wallets and the history. */
export async function loadWithdraw(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const transport = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  const [purses, systems, wallets, history] = await Promise.all([
    call(listPurses, {}, transport),
    listSystems(transport),
    fetchWallets(transport),
    call(listOrders, { query: { kind: 'withdrawal', per: HISTORY_SIZE } }, transport),
  ]);
  if (!purses.ok || systems === undefined || !history.ok) throw data(null, { status: 503 });
  const payable = systems.filter((system) => system.referal_output_enabled && system.outcome_enabled);
  const hasWallet = (system: System) => wallets.some((wallet) => wallet.side === 'outcome' && wallet.payment_system_id === system.id);
  const withdraw: WithdrawData = {
    hasVerifiedEmail: user.email_verified,
    purses: purses.data.map(({ attributes }) => attributes),
    systems: payable.toSorted((a, b) => Number(hasWallet(b)) - Number(hasWallet(a))),
    wallets,
    allSystems: systems,
    history: history.data.map(toOrder),
    idempotencyKey: crypto.randomUUID(),
  };
  // Without a verified e-mail nothing can be withdrawn: the page says how to verify it
  return data(withdraw, { status: user.email_verified ? 200 : 403, headers: { 'cache-control': 'no-store' } });
}

/** The form returned from a submission without scripts: its input, errors and quote. */
export interface ReturnedWithdrawal {
  readonly input: WithdrawalInput;
  readonly systemId: string;
  readonly errors: readonly CallError[];
  /** The API did not answer: the withdrawal may or may not exist. */
  readonly isUnanswered: boolean;
  readonly quoted: QuotedPayout;
  /** Key of the attempt to repeat: sending the form again cannot create a second withdrawal. */
  readonly idempotencyKey: string | undefined;
  /** Proofs the user can type, where a fresh one is required; null: none is required. */
  readonly proof: ProofMethods | null;
}

/** Used where the form sends no balance or wallet: without saved wallets the page has no wallet field. */
const DEFAULT_INPUT = { balance: 'reward', walletId: '' } as const;

/** Form fields of the proof. */
const PROOF_FIELDS: readonly (string | null)[] = ['password', 'totp'];

const needsProof = (errors: readonly CallError[]): boolean =>
  errors.some(({ code, field }) => code === 'fresh_factor_required' || PROOF_FIELDS.includes(field));

async function loadQuote(transport: Transport, { balance, amount }: WithdrawalInput, systemId: string): Promise<QuotedPayout> {
  const answer = await call(quotePayout, { body: { purse: balance, amount, payment_system_id: systemId } }, transport);
  return answer.ok ? { quote: answer.data.attributes, problem: undefined } : { quote: undefined, problem: answer.errors[0]?.message };
}

/**
 * Handles the form without scripts. Choosing another system only returns the page. A returned page keeps the idempotency key, so
 * sending it again repeats the same attempt.
 */
export async function submitPayoutAction(args: ActionFunctionArgs) {
  const { request, context } = args;
  const locale = localeOf(new URL(request.url).pathname);
  const transport = context.get(siteContext).api(locale);
  const form = await request.formData();
  const systems = await listSystems(transport);
  if (systems === undefined) throw data(null, { status: 503 });
  const systemId = textOf(form, FIELD.system);
  const isOtherSystem = systemId !== textOf(form, FIELD.renderedSystem);
  const system = systems.find(({ id }) => id === systemId);
  const input = readInput(form, { outcome_fields: isOtherSystem ? [] : (system?.outcome_fields ?? []) }, DEFAULT_INPUT);
  const submittedKey = textOf(form, FIELD.idempotencyKey) || undefined;
  const returnPage = async (errors: readonly CallError[], status: number) => {
    const isUnanswered = status === 0 || status >= 500;
    // The key belongs to another withdrawal: this is a new attempt
    const idempotencyKey = errors.some(({ code }) => code === 'idempotency_conflict') ? undefined : submittedKey;
    const quoted = await loadQuote(transport, input, systemId);
    const proof = needsProof(errors) ? await proofMethodsOf(transport, await requireUser(args)) : null;
    const returned = { input, systemId, errors: isUnanswered ? [] : errors, isUnanswered, quoted, idempotencyKey, proof };
    return data(returned satisfies ReturnedWithdrawal, { status: status === 0 ? 503 : status });
  };
  if (isOtherSystem || form.has(FIELD.preview)) return await returnPage([], 200);
  const proofFailure = await submitProof(transport, form);
  if (proofFailure !== undefined) return await returnPage(proofFailure.errors, proofFailure.status);
  const created = await retryWhileInProgress(() =>
    call(createPayout, { body: payoutBodyOf(input, systemId), idempotencyKey: submittedKey }, transport),
  );
  if (created.ok) return redirect(localPath(locale, `/withdrawal/${created.data.id}`));
  // Where the amount is wrong, the API reports nothing else: our own errors of the other fields are added
  const localErrors = system === undefined ? [] : inputErrors(input, system, translatorOf(locale));
  const otherFieldErrors = localErrors.filter(({ field }) => created.errors.every((error) => nameOf(error.field) !== field));
  return await returnPage([...created.errors, ...otherFieldErrors], created.status);
}

/** The parts of a mailed link. `-` is an id or token that cannot exist: the API answers that it is not found. */
const linkOf = ({ request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>) => {
  const url = new URL(request.url);
  const locale = localeOf(url.pathname);
  return { locale, id: params['id'] ?? '-', token: url.searchParams.get('token') || '-' };
};

/** A withdrawal of the signed-in user; that of another user is not found. */
export async function loadWithdrawal(args: LoaderFunctionArgs) {
  const { locale, id } = linkOf(args);
  await requireUser(args);
  const transport = args.context.get(siteContext).api(locale);
  const [response, systems] = await Promise.all([call(getOrder, { params: { id } }, transport), listSystems(transport)]);
  if (!response.ok) throw data(null, { status: response.status === 0 ? 503 : response.status });
  const order = toOrder(response.data);
  if (order.withdrawal === null) throw redirect(localPath(locale, `/order/${id}`));
  const system = systems?.find((candidate) => candidate.id === order.payment_system_to_id);
  if (system === undefined) throw data(null, { status: 503 });
  return data({ order, system }, { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } });
}

const PRIVATE_RESPONSE = { headers: { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' } };

/** The withdrawal that the mailed link would confirm; null: the link is invalid. Opening it confirms nothing: mail scanners open every link. */
export async function loadConfirmation(args: LoaderFunctionArgs) {
  const { locale, id, token } = linkOf(args);
  const transport = args.context.get(siteContext).api(locale);
  const [response, systems] = await Promise.all([call(readConfirmation, { params: { id, token } }, transport), listSystems(transport)]);
  if (!response.ok && response.errors.length === 0) throw data(null, { status: 503 });
  const order = response.ok ? toOrder(response.data) : null;
  const system = systems?.find((candidate) => candidate.id === order?.payment_system_to_id);
  if (order !== null && system === undefined) throw data(null, { status: 503 });
  const invalidLinkMessage = response.ok ? null : (response.errors[0]?.message ?? null);
  const withdrawal = order === null || system === undefined ? null : { order, system };
  return data({ withdrawal, invalidLinkMessage }, PRIVATE_RESPONSE);
}

/** Confirms a withdrawal. A signed-in user is redirected to it; a guest stays on the page, which confirms it in words. */
export async function confirmAction(args: ActionFunctionArgs) {
  const { locale, id, token } = linkOf(args);
  const form = await args.request.formData();
  const shownAmount = textOf(form, 'expected_outcome_amount');
  const body = shownAmount === '' ? {} : { expected_outcome_amount: shownAmount };
  const response = await call(confirmPayout, { params: { id, token }, body }, args.context.get(siteContext).api(locale));
  if (!response.ok) return returnForm(new FormData(), response);
  if ((await findUser(args)) !== null) throw redirect(localPath(locale, `/withdrawal/${id}`));
  return { isConfirmed: true as const, heldUntil: response.data.attributes.withdrawal?.held_until ?? null };
}

/** "This was not me": cancels by the mailed token, without sign-in. */
export async function stopAction(args: ActionFunctionArgs) {
  const { locale, id, token } = linkOf(args);
  const response = await call(stopPayout, { params: { id }, body: { token } }, args.context.get(siteContext).api(locale));
  return response.ok ? { isStopped: true as const } : returnForm(new FormData(), response);
}
