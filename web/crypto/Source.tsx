import { formatDateTime } from '#core/format/moment.ts';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Coin } from './coins.ts';

type FiguresOrigin = Pick<Coin, 'as_of' | 'is_demo' | 'is_stale'>;

/** Source and time of the figures. */
export function Source({ figures }: { readonly figures: FiguresOrigin }) {
  const { t, locale } = useTranslation();
  return (
    <p className="mt-3 text-sm leading-6 text-muted">
      {t('crypto.as_of', { at: formatDateTime(figures.as_of, locale) })}{' '}
      {figures.is_demo ? (
        t('crypto.demo')
      ) : (
        <>
          {t('crypto.by')}{' '}
          <a className="link" href="https://www.coingecko.com" rel="noreferrer nofollow">
            CoinGecko
          </a>
          .
        </>
      )}
    </p>
  );
}

/** Warns that the figures are old. */
export function StaleNotice({ figures }: { readonly figures: FiguresOrigin }) {
  const { t, locale } = useTranslation();
  if (!figures.is_stale) return null;
  return (
    <div className="mb-4">
      <Notice tone="time">{t('crypto.stale', { at: formatDateTime(figures.as_of, locale) })}</Notice>
    </div>
  );
}
