import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairRestriction } from './use-restrictions.ts';

/** The pair is not available in the customer's country: the reason, and that another pair can be chosen. */
export function CountryNotice({ restriction: { country, currency } }: { readonly restriction: PairRestriction }) {
  const { t, locale } = useTranslation();
  const name = country === null ? null : (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country);
  const where = country === null ? 'everywhere' : 'here';
  return (
    <div className="mb-6">
      <Notice tone="time" role="status" title={t(`exchange.country.title_${where}`)}>
        <p>
          {currency === null ? t('exchange.country.direction') : t(`exchange.country.currency_${where}`, { currency })}{' '}
          {t('exchange.country.choose')}
        </p>
        {name === null ? null : <p>{t('exchange.country.guess', { country: name })}</p>}
      </Notice>
    </div>
  );
}
