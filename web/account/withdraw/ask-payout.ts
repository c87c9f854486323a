import { data, redirect, type ActionFunctionArgs } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { call, type Transport } from '#contract/call.ts';
import { createPayout, quotePayout } from '#contract/payouts.ts';
import { proveTyped, typeableOf } from '#web/account/fresh/prove-typed.ts';
import type { Typeable } from '#web/account/fresh/TypedProof.tsx';
import { textOf } from '#web/account/posted.ts';
import { requireUser } from '#web/account/user.ts';
import { siteContext } from '#web/api/site-context.ts';
import { whenDone } from '#web/api/when-done.ts';
import { listSystems } from '#web/exchange/list-systems.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { FIELD, nameOf, payoutBodyOf, type Typed, typedIn } from './typed.ts';
import type { QuotedPayout } from './use-payout-quote.ts';
import { wrongHere } from './wrong-here.ts';

/** The form that was sent without scripts and has not led on: what stood in it, what is wrong, and what it would bring. */
export interface ReturnedWithdrawal {
  readonly typed: Typed;
  readonly systemId: string;
  readonly errors: readonly CallError[];
  /** Nobody answered: whether anything was asked for is not known. */
  readonly isUnanswered: boolean;
  readonly quoted: QuotedPayout;
  /** The attempt that goes on: who presses again after no answer, or beside his own first press, asks for the same once. */
  readonly attempt: string | undefined;
  /** What may be typed to prove once more who sits there, where that is asked for; null: it is not. */
  readonly proof: Typeable | null;
}

/** Fields of that proof. */
const PROOF_FIELDS: readonly (string | null)[] = ['password', 'totp'];

const isProofAsked = (errors: readonly CallError[]): boolean =>
  errors.some(({ code, field }) => code === 'fresh_factor_required' || PROOF_FIELDS.includes(field));

async function quote(transport: Transport, { purse, amount }: Typed, systemId: string): Promise<QuotedPayout> {
  const answer = await call(quotePayout, { body: { purse, amount, payment_system_id: systemId } }, transport);
  return answer.ok ? { quote: answer.data.attributes, problem: undefined } : { quote: undefined, problem: answer.errors[0]?.message };
}

/**
 * The form of a page whose scripts do not run. A system that was chosen over the requisites of another is only looked at: what stands
 * there was typed for the other one. One page is one attempt, however often it is sent, and
 * so is the page that it came back as.
 */
export async function askPayoutAction(args: ActionFunctionArgs) {
  const { request, context } = args;
  const locale = localeOf(new URL(request.url).pathname);
  const transport = context.get(siteContext).api(locale);
  const form = await request.formData();
  const systems = await listSystems(transport);
  if (systems === undefined) throw data(null, { status: 503 });
  const systemId = textOf(form, FIELD.system);
  const isOther = systemId !== textOf(form, FIELD.drawnSystem);
  const system = systems.find(({ id }) => id === systemId);
  const typed = typedIn(form, { outcome_fields: isOther ? [] : (system?.outcome_fields ?? []) }, { purse: 'reward', walletId: '' });
  const idempotencyKey = textOf(form, FIELD.attempt) || undefined;
  const back = async (errors: readonly CallError[], status: number) => {
    const isUnanswered = status === 0 || status >= 500;
    // Something else was made in it: what is asked for now is another attempt
    const attempt = errors.some(({ code }) => code === 'idempotency_conflict') ? undefined : idempotencyKey;
    const quoted = await quote(transport, typed, systemId);
    const proof = isProofAsked(errors) ? await typeableOf(transport, await requireUser(args)) : null;
    const returned = { typed, systemId, errors: isUnanswered ? [] : errors, isUnanswered, quoted, attempt, proof };
    return data(returned satisfies ReturnedWithdrawal, { status: status === 0 ? 503 : status });
  };
  if (isOther || form.has(FIELD.look)) return await back([], 200);
  const unproven = await proveTyped(transport, form);
  if (unproven !== undefined) return await back(unproven.errors, unproven.status);
  const made = await whenDone(() => call(createPayout, { body: payoutBodyOf(typed, systemId), idempotencyKey }, transport));
  if (made.ok) return redirect(localPath(locale, `/withdrawal/${made.data.id}`));
  // The API stops at what is wrong with the sum: whatever else is seen to be wrong is said at once
  const seen = system === undefined ? [] : wrongHere(typed, system, translatorOf(locale));
  const others = seen.filter(({ field }) => made.errors.every((error) => nameOf(error.field) !== field));
  return await back([...made.errors, ...others], made.status);
}
