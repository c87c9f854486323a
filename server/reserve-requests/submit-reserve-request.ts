import { checkEmail, checkPhone } from '#core/account/profile.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount, parseAmount, amountTextMessage } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { foldEmail } from '#core/requisites/email.ts';
import { refuse, accept, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { openRequest, type RequestRow } from './store.ts';

export interface ReserveRequestInput {
  readonly email: string;
  readonly phone: string;
  readonly amount: string;
  readonly outcomeCode: string;
  readonly incomeCode: string | null;
  readonly userId: string | null;
  readonly locale: Locale;
}

type FormRefusal = 'required' | 'invalid_format' | 'not_allowed_amount' | 'amount_above_maximum';
type RequestRefusal = FormRefusal | 'not_found';

interface CheckedForm {
  readonly email: string;
  readonly phone: string | null;
  readonly amount: bigint;
}

/** Checks the requested amount. A request for more than one order can pay out could never be fulfilled, so it is refused. */
function checkAmount(text: string, system: PaymentSystem): Result<bigint, FormRefusal> {
  const field = 'amount';
  if (text.trim() === '') return refuse({ code: 'required', field });
  const parsed = parseAmount(text, system);
  if (!parsed.ok) return refuse({ code: 'invalid_format', field, ...amountTextMessage(parsed.problem, system) });
  const presentAmount = (minor: bigint) => ({
    amount: formatAmount(minor, system.scale),
    currency_iso_code: system.currency,
    precision: system.precision,
  });
  if (parsed.minor <= 0n)
    return refuse({ code: 'not_allowed_amount', field, message: 'amount_must_exceed', amounts: { amount: presentAmount(0n) } });
  if (parsed.minor > system.maxAmount)
    return refuse({
      code: 'amount_above_maximum',
      field,
      message: 'reserve_request_above',
      amounts: { max: presentAmount(system.maxAmount) },
    });
  return accept(parsed.minor);
}

/** Reports all problems at once, each at its field. */
function checkForm(input: ReserveRequestInput, system: PaymentSystem): Result<CheckedForm, FormRefusal> {
  const amount = checkAmount(input.amount, system);
  const email: Result<string, FormRefusal> =
    input.email.trim() === '' ? refuse({ code: 'required', field: 'email' }) : checkEmail(input.email);
  const phone = checkPhone(input.phone);
  if (amount.ok && email.ok && phone.ok) return accept({ amount: amount.value, email: email.value, phone: phone.value });
  const checked: readonly Result<unknown, FormRefusal>[] = [amount, email, phone];
  return { ok: false, refusals: checked.flatMap((result) => (result.ok ? [] : result.refusals)) };
}

/**
 * Creates a request for a notice when a payment system's reserve reaches the amount (domain 9). A mailbox has one open request per system:
 * a repetition replaces its amount.
 */
export async function submitReserveRequest(
  deps: Pick<Deps, 'catalogue' | 'random' | 'clock'>,
  tx: Tx,
  input: ReserveRequestInput,
): Promise<Result<RequestRow, RequestRefusal>> {
  const system = deps.catalogue.paymentSystem(input.outcomeCode);
  if (system === undefined) return refuse({ code: 'not_found', field: 'payment_system_id' });
  const checked = checkForm(input, system);
  if (!checked.ok) return checked;
  const { email, phone, amount } = checked.value;
  const income = input.incomeCode === null ? undefined : deps.catalogue.paymentSystem(input.incomeCode);
  const request = {
    id: deps.random.uuid(),
    email,
    mailbox: foldEmail(email),
    phone,
    userId: input.userId,
    locale: input.locale,
    incomeCode: income?.code ?? null,
    outcomeCode: system.code,
    amount,
    now: deps.clock.now(),
  };
  return accept(await openRequest(tx, request));
}
