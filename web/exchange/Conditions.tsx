import { useTranslation } from '#web/i18n/use-translation.ts';
import { refundTermsText } from '#web/catalogue/refund-terms-text.ts';
import type { Calculation, Pair } from '#web/catalogue/systems.ts';

/** Conditions of the direction other than its rate, shown before ordering. */
export function Conditions({ pair, calculation }: { readonly pair: Pair; readonly calculation: Calculation }) {
  const { t, locale } = useTranslation();
  const { conditions, refund_terms: refund, asks_card: asksCard, needs_review: needsReview } = calculation;
  if (conditions === null && refund === null && !asksCard && !needsReview) return null;
  return (
    <div className="mt-5 grid max-w-xl gap-2 text-sm leading-6 group-data-typed/form:invisible">
      {conditions === null ? null : <p className="wrap-anywhere">{conditions[locale]}</p>}
      {asksCard ? <p>{t('exchange.asks_card')}</p> : null}
      {needsReview ? <p>{t('exchange.needs_review')}</p> : null}
      {refund === null ? null : <p className="text-muted">{refundTermsText(refund, { income: pair.from, locale, t })}</p>}
    </div>
  );
}
