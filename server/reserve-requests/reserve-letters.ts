import { formatMoney } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { requestLinkOf } from './mailed-link.ts';
import { findRequest, type RequestRow } from './store.ts';

type LetterDeps = Pick<Deps, 'db' | 'secrets' | 'settings' | 't' | 'catalogue'>;

/** The form filled in: what he wants to get, within what one order may be, for what he had looked at giving. */
export function formLinkOf(
  { settings, catalogue }: Pick<Deps, 'settings' | 'catalogue'>,
  row: Pick<RequestRow, 'income_code' | 'outcome_code' | 'amount' | 'locale'>,
): string {
  const system = catalogue.paymentSystem(row.outcome_code);
  const { income_code: income, outcome_code: outcome } = row;
  const isOpen = catalogue
    .directions()
    .some(
      (one) =>
        one.enabled && one.incomeCode === income && one.outcomeCode === outcome && catalogue.paymentSystem(one.incomeCode)?.incomeEnabled,
    );
  // A direction that has closed since would open a form that takes nothing: without it the form offers an open one
  const query = new URLSearchParams({ ...(income === null || !isOpen ? {} : { from: income }), to: outcome });
  if (system !== undefined) query.set('get', formatAmount(promisedAmount(row, system), system.scale));
  return `${settings.publicUrl}${row.locale === 'en' ? '/en' : ''}/?${query.toString()}`;
}

/** The amount that both the letter and its form name: what was asked for, within what one order may be. */
function promisedAmount(row: Pick<RequestRow, 'amount'>, { minAmount, maxAmount }: PaymentSystem): bigint {
  const amount = BigInt(row.amount);
  return amount < minAmount ? minAmount : amount > maxAmount ? maxAmount : amount;
}

/** The letter to whoever waited: there is enough now, here is the form, and here is how to hear no more of it. */
export const reserveLetters = (deps: LetterDeps): LetterKind => {
  const text = (locale: Locale, key: string, params: Readonly<Record<string, string | number>> = {}) =>
    deps.t(locale, `reserve_letters.${key}`, params);
  return {
    several: (locale, count) => ({
      subject: text(locale, 'several', { count }),
      heading: text(locale, 'several', { count }),
      lead: text(locale, 'lead'),
    }),
    async tell({ subject }) {
      const row = await findRequest(deps.db, subject);
      const system = row && deps.catalogue.paymentSystem(row.outcome_code);
      // Taken back while the letter waited to be sent
      if (row === undefined || system === undefined || row.state !== 'notified') return undefined;
      const { locale } = row;
      const priced = { currency_iso_code: system.currency, precision: system.precision };
      const amount = formatMoney(formatAmount(promisedAmount(row, system), system.scale), priced, locale);
      const name = system.name[locale];
      const url = formLinkOf(deps, row);
      return {
        to: row.email,
        locale,
        letter: {
          subject: text(locale, 'subject', { name, amount }),
          heading: text(locale, 'heading', { name }),
          lead: text(locale, 'lead'),
          lines: [
            { label: text(locale, 'system'), value: name },
            { label: text(locale, 'amount'), value: amount },
            { label: text(locale, 'stop_label'), value: text(locale, 'stop'), url: requestLinkOf(deps, row) },
          ],
          button: { label: text(locale, 'open'), url },
        },
        line: { label: name, value: amount, url },
        footer: text(locale, 'footer'),
      };
    },
  };
};
