import { data, redirect, type ActionFunctionArgs } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { call, type Transport } from '#contract/call.ts';
import { createPayout, quotePayout } from '#contract/account/payouts.ts';
import { submitProof, proofMethodsOf } from '#web/step-up/submit-proof.ts';
import type { ProofMethods } from '#web/step-up/ProofFields.tsx';
import { textOf } from '#web/form/returned-form.ts';
import { requireUser } from '#web/api/user.ts';
import { siteContext } from '#web/api/site-context.ts';
import { whileInProgress } from '#web/api/while-in-progress.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { FIELD, nameOf, payoutBodyOf, type WithdrawalInput, readInput } from '#web/withdrawals/withdrawal-input.ts';
import type { QuotedPayout } from '#web/withdrawals/use-payout-quote.ts';
import { inputErrors } from '#web/withdrawals/input-errors.ts';

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

/** Form fields of the proof. */
const PROOF_FIELDS: readonly (string | null)[] = ['password', 'totp'];

const needsProof = (errors: readonly CallError[]): boolean =>
  errors.some(({ code, field }) => code === 'fresh_factor_required' || PROOF_FIELDS.includes(field));

async function loadQuote(transport: Transport, { balance, amount }: WithdrawalInput, systemId: string): Promise<QuotedPayout> {
  const answer = await call(quotePayout, { body: { purse: balance, amount, payment_system_id: systemId } }, transport);
  return answer.ok ? { quote: answer.data.attributes, problem: undefined } : { quote: undefined, problem: answer.errors[0]?.message };
}

/**
 * Handles the form without scripts. Choosing another system only returns the page. A page and the pages returned from it are one
 * attempt, however often it is sent.
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
  const input = readInput(
    form,
    { outcome_fields: isOtherSystem ? [] : (system?.outcome_fields ?? []) },
    { balance: 'reward', walletId: '' },
  );
  const sentKey = textOf(form, FIELD.idempotencyKey) || undefined;
  const returnPage = async (errors: readonly CallError[], status: number) => {
    const isUnanswered = status === 0 || status >= 500;
    // The key belongs to another withdrawal: this is a new attempt
    const idempotencyKey = errors.some(({ code }) => code === 'idempotency_conflict') ? undefined : sentKey;
    const quoted = await loadQuote(transport, input, systemId);
    const proof = needsProof(errors) ? await proofMethodsOf(transport, await requireUser(args)) : null;
    const returned = { input, systemId, errors: isUnanswered ? [] : errors, isUnanswered, quoted, idempotencyKey, proof };
    return data(returned satisfies ReturnedWithdrawal, { status: status === 0 ? 503 : status });
  };
  if (isOtherSystem || form.has(FIELD.preview)) return await returnPage([], 200);
  const proofFailure = await submitProof(transport, form);
  if (proofFailure !== undefined) return await returnPage(proofFailure.errors, proofFailure.status);
  const created = await whileInProgress(() =>
    call(createPayout, { body: payoutBodyOf(input, systemId), idempotencyKey: sentKey }, transport),
  );
  if (created.ok) return redirect(localPath(locale, `/withdrawal/${created.data.id}`));
  // The API reports the amount first: other errors visible here are added to its answer
  const localErrors = system === undefined ? [] : inputErrors(input, system, translatorOf(locale));
  const others = localErrors.filter(({ field }) => created.errors.every((error) => nameOf(error.field) !== field));
  return await returnPage([...created.errors, ...others], created.status);
}
