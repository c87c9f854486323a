import { checkEmail, checkPhone } from '#core/account/profile.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { amountTextWords } from '#core/pricing/amount-words.ts';
import { foldEmail } from '#core/requisites/fold-email.ts';
import { refuse, accept, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { openRequest, type RequestRow } from './store.ts';

export interface AskedReserve {
  readonly email: string;
  readonly phone: string;
  readonly amount: string;
  readonly outcomeCode: string;
  readonly incomeCode: string | null;
  readonly userId: string | null;
  readonly locale: Locale;
}

type FormRefused = 'required' | 'invalid_format' | 'not_allowed_amount' | 'amount_above_maximum';
type Refused = FormRefused | 'not_found';

interface CheckedForm {
  readonly email: string;
  readonly phone: string | null;
  readonly amount: bigint;
}

/** The amount that somebody waits for; more than one order could ever pay out would be waited for in vain. */
function checkAmount(text: string, system: PaymentSystem): Result<bigint, FormRefused> {
  const field = 'amount';
  if (text.trim() === '') return refuse({ code: 'required', field });
  const parsed = parseAmount(text, system);
  if (!parsed.ok) return refuse({ code: 'invalid_format', field, ...amountTextWords(parsed.problem, system) });
  const priced = (minor: bigint) => ({
    amount: formatAmount(minor, system.scale),
    currency_iso_code: system.currency,
    precision: system.precision,
  });
  if (parsed.minor <= 0n)
    return refuse({ code: 'not_allowed_amount', field, message: 'amount_must_exceed', amounts: { amount: priced(0n) } });
  if (parsed.minor > system.maxAmount)
    return refuse({ code: 'amount_above_maximum', field, message: 'reserve_request_above', amounts: { max: priced(system.maxAmount) } });
  return accept(parsed.minor);
}

/** All that is wrong at once, each at its field. */
function checkForm(asked: AskedReserve, system: PaymentSystem): Result<CheckedForm, FormRefused> {
  const amount = checkAmount(asked.amount, system);
  const email: Result<string, FormRefused> =
    asked.email.trim() === '' ? refuse({ code: 'required', field: 'email' }) : checkEmail(asked.email);
  const phone = checkPhone(asked.phone);
  if (amount.ok && email.ok && phone.ok) return accept({ amount: amount.value, email: email.value, phone: phone.value });
  const checked: readonly Result<unknown, FormRefused>[] = [amount, email, phone];
  return { ok: false, refusals: checked.flatMap((one) => (one.ok ? [] : one.refusals)) };
}

/**
 * Somebody asks to be told when there is so much of a payment system (domain 9): one open a mailbox and system, the latest amount counts.
 * It takes any amount that one order can pay out: a larger one could never come true, and the customer is told so at once.
 */
export async function askForReserve(
  deps: Pick<Deps, 'catalogue' | 'random' | 'clock'>,
  tx: Tx,
  asked: AskedReserve,
): Promise<Result<RequestRow, Refused>> {
  const system = deps.catalogue.paymentSystem(asked.outcomeCode);
  if (system === undefined) return refuse({ code: 'not_found', field: 'payment_system_id' });
  const checked = checkForm(asked, system);
  if (!checked.ok) return checked;
  const { email, phone, amount } = checked.value;
  const income = asked.incomeCode === null ? undefined : deps.catalogue.paymentSystem(asked.incomeCode);
  const made = {
    id: deps.random.uuid(),
    email,
    mailbox: foldEmail(email),
    phone,
    userId: asked.userId,
    locale: asked.locale,
    incomeCode: income?.code ?? null,
    outcomeCode: system.code,
    amount,
    now: deps.clock.now(),
  };
  return accept(await openRequest(tx, made));
}
