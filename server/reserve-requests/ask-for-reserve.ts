import { checkEmail, checkPhone } from '#core/account/profile.ts';
import type { Locale } from '#core/locale.ts';
import { parseAmount } from '#core/money/amount.ts';
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

type Refused = 'not_found' | 'invalid_format' | 'not_allowed_amount';

/**
 * Somebody asks to be told when there is so much of a payment system (domain 9): one open a mailbox and system, the latest amount counts.
 * It takes any amount above zero, whatever the limits are today: it says what people want, and the letter's link keeps to the limits of its day.
 */
export async function askForReserve(
  deps: Pick<Deps, 'catalogue' | 'random' | 'clock'>,
  tx: Tx,
  asked: AskedReserve,
): Promise<Result<RequestRow, Refused>> {
  const system = deps.catalogue.paymentSystem(asked.outcomeCode);
  if (system === undefined) return refuse({ code: 'not_found', field: 'payment_system_id' });
  const email = checkEmail(asked.email);
  if (!email.ok) return email;
  const phone = checkPhone(asked.phone);
  if (!phone.ok) return refuse({ code: 'invalid_format', field: 'phone', message: 'invalid_phone' });
  const parsed = parseAmount(asked.amount, system);
  if (!parsed.ok) return refuse({ code: 'invalid_format', field: 'amount', ...amountTextWords(parsed.problem, system) });
  if (parsed.minor <= 0n) {
    const nothing = { amount: '0', currency_iso_code: system.currency, precision: system.precision };
    return refuse({ code: 'not_allowed_amount', field: 'amount', message: 'amount_must_exceed', amounts: { amount: nothing } });
  }
  const income = asked.incomeCode === null ? undefined : deps.catalogue.paymentSystem(asked.incomeCode);
  const made = {
    id: deps.random.uuid(),
    email: email.value,
    mailbox: foldEmail(email.value),
    phone: phone.value,
    userId: asked.userId,
    locale: asked.locale,
    incomeCode: income?.code ?? null,
    outcomeCode: system.code,
    amount: parsed.minor,
    now: deps.clock.now(),
  };
  return accept(await openRequest(tx, made));
}
