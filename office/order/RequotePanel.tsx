import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { clockTime } from '#office/format/moment.ts';
import { Figures } from '#office/components/Figures.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** The requote that the customer sees: the reason, and each choice with its amounts. */
export function RequotePanel({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t, locale } = useTranslation();
  const { requote, income, outcome } = order;
  if (requote === null) return null;
  const part = (key: 'missing' | 'takes' | 'gets' | 'back', amount: string | null, currency: string) =>
    amount === null || amount === '0' ? null : (
      <span>
        <span className="dim">{t(`office.requote.${key}`)}</span> <Figures amount={amount} currency={currency} />
      </span>
    );
  return (
    <section className="sheet" aria-labelledby="requote-title">
      <h2 id="requote-title">{t('office.requote.title')}</h2>
      <p>{t(`office.requote.reason.${requote.reason}`)}</p>
      <ol className="list">
        {requote.options.map((option) => (
          <li key={option.choice}>
            <strong>{t(`office.requote.choice.${option.choice}`)}</strong>
            <p className="line">
              {part('missing', option.missing_amount, income.currency_iso_code)}
              {part('takes', option.income_amount, income.currency_iso_code)}
              {part('gets', option.outcome_amount, outcome.currency_iso_code)}
              {part('back', option.refund_amount, income.currency_iso_code)}
            </p>
            <p className="dim">{t('office.requote.until', { at: clockTime(option.expires_at, locale) })}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
