import { Notice } from '#ui/Notice.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import type { ClosedHere } from './use-place.ts';

/** The pair is closed to where the visitor is: said before anybody types, with the reason and a way on. */
export function CountryNotice({ closed: { country, currency } }: { readonly closed: ClosedHere }) {
  const { t, locale } = useWords();
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
