import { countryRefusal } from '#core/country/country-rules.ts';
import { parseAmount, amountTextMessage } from '#core/money/amount.ts';
import { type AdmissionRefusal, admissionRefusals, type BreakFact } from '#core/order/admission.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteField, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Refusal, RefusalCode, RequisiteRefusalCode } from '#core/refusal.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { normaliseEmail } from '#core/requisites/email.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { accept, type Result } from '#core/result.ts';
import { shopBreak } from '#core/staff/switches.ts';
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
  /** Saved wallets of the account, used instead of typed requisites. */
  readonly income_wallet_id?: string | undefined;
  readonly outcome_wallet_id?: string | undefined;
  /** One of the customer's own orders to copy requisites and e-mail from. */
  readonly repeat_of?: string | undefined;
  readonly save_requisites?: boolean | undefined;
  /** The customer has compared the destination with the similar known one. */
  readonly confirm_lookalike?: boolean | undefined;
}

export type FormRefusal = RequisiteRefusalCode | AdmissionRefusal | Extract<RefusalCode, 'terms_not_accepted'>;

/** Request fields named by refusals of a closed pair. */
const FIELDS = { income: 'payment_system_from_id', outcome: 'payment_system_to_id' } as const;

export interface CheckedRequisites {
  readonly values: RequisiteValues;
  readonly masked: RequisiteValues;
}

/** The checked parts of an order form that need neither prices nor the database. */
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

type RefusalList = Refusal<FormRefusal>[];

function amountOf(
  refusals: RefusalList,
  field: 'income_amount' | 'outcome_amount',
  text: string | undefined,
  system: PaymentSystem,
): bigint | undefined {
  if (text === undefined) return undefined;
  const parsed = parseAmount(text, system);
  if (parsed.ok && parsed.minor > 0n) return parsed.minor;
  refusals.push(
    parsed.ok ? { code: 'not_allowed_amount', field } : { code: 'invalid_format', field, ...amountTextMessage(parsed.problem, system) },
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

function requisitesOf(refusals: RefusalList, side: SideForm): CheckedRequisites {
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

/** The break in force now; null: the shop takes orders. */
function activeBreak({ switches, clock }: Pick<Deps, 'switches' | 'clock'>): BreakFact | null {
  const techBreak = shopBreak(switches.off());
  return techBreak && { until: techBreak.until, reason: techBreak.reason, now: clock.now() };
}

interface Pair {
  readonly income: PaymentSystem | undefined;
  readonly outcome: PaymentSystem | undefined;
  readonly direction: Direction | undefined;
}

/** Why the pair is closed for the visitor's country; null: open. */
function pairCountryRefusal({ countries }: Pick<Deps, 'countries'>, country: string | null, { income, outcome, direction }: Pair) {
  if (income === undefined || outcome === undefined) return null;
  const pair = { currencies: { income: income.currency, outcome: outcome.currency }, denied: direction?.deniedCountries ?? [] };
  return countryRefusal(country, countries.rules(), pair);
}

/** Checks first that the pair is open, then everything the customer typed, so that all problems are reported together. Needs no price. */
export function checkOrderForm(
  deps: Pick<Deps, 'catalogue' | 'rails' | 'switches' | 'clock' | 'countries'>,
  form: OrderForm,
  country: string | null,
): Result<CheckedForm, FormRefusal> {
  const { catalogue, rails } = deps;
  const income = catalogue.paymentSystem(form.payment_system_from_id);
  const outcome = catalogue.paymentSystem(form.payment_system_to_id);
  const direction = income && outcome && catalogue.direction(income.code, outcome.code);
  // A rail without its keys is closed: no payment for what cannot be paid out
  const canReceive = income !== undefined && rails.get(income.rail)?.capabilities.receives === true;
  const canPayOut = outcome !== undefined && rails.get(outcome.rail)?.capabilities.paysOut === true;
  const closing = catalogue.closing(form.payment_system_from_id, form.payment_system_to_id);
  const closed = admissionRefusals({
    techBreak: activeBreak(deps),
    pair: { income: canReceive ? income : undefined, outcome: canPayOut ? outcome : undefined, direction, closing, fields: FIELDS },
    country: { refused: pairCountryRefusal(deps, country, { income, outcome, direction }), fields: FIELDS },
  });
  if (closed.length > 0 || !income || !outcome || !direction) return { ok: false, refusals: closed };
  const refusals: RefusalList = [];
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
