import { refusedIn } from '#core/country-rules.ts';
import { parseAmount } from '#core/money/amount.ts';
import { type AdmissionRefusal, admissionRefusals, type BreakFact } from '#core/order/admission.ts';
import { amountTextWords } from '#core/pricing/amount-words.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteField, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Refusal, RefusalCode, RequisiteRefusalCode } from '#core/refusal.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { normaliseEmail } from '#core/requisites/email.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { accept, type Result } from '#core/result.ts';
import { breakOf } from '#core/switches.ts';
import { checkAddressOf } from '#server/payment-systems/check-address.ts';
import type { Deps } from '#server/deps.ts';

export interface OrderForm {
  readonly payment_system_from_id: string;
  readonly payment_system_to_id: string;
  readonly income_amount?: string | undefined;
  readonly outcome_amount?: string | undefined;
  readonly rate_calculation_id: string;
  readonly slot_id?: string | null | undefined;
  readonly email: string;
  readonly income_requisites: Readonly<Record<string, string>>;
  readonly outcome_requisites: Readonly<Record<string, string>>;
  readonly no_memo?: boolean | undefined;
  readonly accept_terms: boolean;
  readonly captcha_token?: string | undefined;
  /** Kept requisites of an account, instead of typed ones. */
  readonly income_wallet_id?: string | undefined;
  readonly outcome_wallet_id?: string | undefined;
  /** An own order whose requisites and e-mail are taken. */
  readonly repeat_of?: string | undefined;
  readonly save_requisites?: boolean | undefined;
  /** He has compared the destination with the one it looks like. */
  readonly confirm_lookalike?: boolean | undefined;
}

export type FormRefusal = RequisiteRefusalCode | AdmissionRefusal | Extract<RefusalCode, 'terms_not_accepted'>;

/** What a closed pair points at. */
const FIELDS = { income: 'payment_system_from_id', outcome: 'payment_system_to_id' } as const;

export interface CheckedRequisites {
  readonly values: RequisiteValues;
  readonly masked: RequisiteValues;
}

/** The parts of an order form that can be checked without prices and without the database. */
export interface CheckedForm {
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
  readonly direction: Direction;
  readonly email: string;
  readonly incomeAmount: bigint | undefined;
  readonly outcomeAmount: bigint | undefined;
  readonly incomeRequisites: CheckedRequisites;
  readonly outcomeRequisites: CheckedRequisites;
}

type Collected = Refusal<FormRefusal>[];

function amountOf(
  refusals: Collected,
  field: 'income_amount' | 'outcome_amount',
  text: string | undefined,
  system: PaymentSystem,
): bigint | undefined {
  if (text === undefined) return undefined;
  const parsed = parseAmount(text, system);
  if (parsed.ok && parsed.minor > 0n) return parsed.minor;
  refusals.push(
    parsed.ok ? { code: 'not_allowed_amount', field } : { code: 'invalid_format', field, ...amountTextWords(parsed.problem, system) },
  );
  return undefined;
}

interface SideForm {
  readonly system: PaymentSystem;
  readonly path: 'income_requisites' | 'outcome_requisites';
  readonly fields: readonly RequisiteField[];
  readonly values: RequisiteValues;
  readonly noMemo: boolean;
}

function requisitesOf(refusals: Collected, side: SideForm): CheckedRequisites {
  const checked = checkRequisites({
    fields: side.fields,
    values: side.values,
    noMemo: side.noMemo,
    checkAddress: checkAddressOf(side.system),
  });
  if (checked.ok) return { values: checked.value, masked: maskRequisites(side.fields, checked.value) };
  refusals.push(...checked.refusals.map((refusal) => ({ ...refusal, field: `${side.path}/${refusal.field ?? ''}` })));
  return { values: {}, masked: {} };
}

/** Whether the shop takes orders now. */
function breakNow({ switches, clock }: Pick<Deps, 'switches' | 'clock'>): BreakFact | null {
  const found = breakOf(switches.off());
  return found && { until: found.until, reason: found.reason, now: clock.now() };
}

interface Found {
  readonly income: PaymentSystem | undefined;
  readonly outcome: PaymentSystem | undefined;
  readonly direction: Direction | undefined;
}

/** Whether the pair is closed to where the visitor is. */
function refusedTo({ countries }: Pick<Deps, 'countries'>, country: string | null, { income, outcome, direction }: Found) {
  if (income === undefined || outcome === undefined) return null;
  const pair = { currencies: { income: income.currency, outcome: outcome.currency }, denied: direction?.deniedCountries ?? [] };
  return refusedIn(country, countries.rules(), pair);
}

/** Asks whether the pair is open at all, then checks everything the customer typed at once, so that he hears of every problem together; nothing here needs a price. */
export function checkOrderForm(
  deps: Pick<Deps, 'catalogue' | 'rails' | 'switches' | 'clock' | 'countries'>,
  form: OrderForm,
  country: string | null,
): Result<CheckedForm, FormRefusal> {
  const { catalogue, rails } = deps;
  const income = catalogue.paymentSystem(form.payment_system_from_id);
  const outcome = catalogue.paymentSystem(form.payment_system_to_id);
  const direction = income && outcome && catalogue.direction(income.code, outcome.code);
  // A rail without its keys cannot do its half: nobody should pay for what cannot be paid out
  const canReceive = income !== undefined && rails.get(income.rail)?.capabilities.receives === true;
  const canPayOut = outcome !== undefined && rails.get(outcome.rail)?.capabilities.paysOut === true;
  const closing = catalogue.closing(form.payment_system_from_id, form.payment_system_to_id);
  const closed = admissionRefusals({
    techBreak: breakNow(deps),
    pair: { income: canReceive ? income : undefined, outcome: canPayOut ? outcome : undefined, direction, closing, fields: FIELDS },
    country: { refused: refusedTo(deps, country, { income, outcome, direction }), fields: FIELDS },
  });
  if (closed.length > 0 || !income || !outcome || !direction) return { ok: false, refusals: closed };
  const refusals: Collected = [];
  if (form.income_amount === undefined && form.outcome_amount === undefined)
    refusals.push({ code: 'required', field: 'income_amount', message: 'this_or_another_required' });
  const incomeAmount = amountOf(refusals, 'income_amount', form.income_amount, income);
  const outcomeAmount = amountOf(refusals, 'outcome_amount', form.outcome_amount, outcome);
  const email = normaliseEmail(form.email);
  if (form.email.trim() === '') refusals.push({ code: 'required', field: 'email' });
  else if (email === undefined) refusals.push({ code: 'invalid_format', field: 'email', message: 'invalid_email' });
  const noMemo = form.no_memo === true;
  const incomeRequisites = requisitesOf(refusals, {
    system: income,
    path: 'income_requisites',
    fields: income.incomeFields,
    values: form.income_requisites,
    noMemo,
  });
  const outcomeRequisites = requisitesOf(refusals, {
    system: outcome,
    path: 'outcome_requisites',
    fields: outcome.outcomeFields,
    values: form.outcome_requisites,
    noMemo,
  });
  if (!form.accept_terms) refusals.push({ code: 'terms_not_accepted', field: 'accept_terms' });
  if (refusals.length > 0 || email === undefined) return { ok: false, refusals };
  return accept({ income, outcome, direction, email, incomeAmount, outcomeAmount, incomeRequisites, outcomeRequisites });
}
