import { formatDateTime } from '#core/format/moment.ts';
import { Notice } from '#ui/Notice.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import type { Coin } from './coins.ts';

type About = Pick<Coin, 'as_of' | 'is_demo' | 'is_stale'>;

/** Where numbers come from and of which moment they are. */
export function Source({ about }: { readonly about: About }) {
  const { t, locale } = useWords();
  return (
    <p className="mt-3 text-sm leading-6 text-muted">
      {t('crypto.as_of', { at: formatDateTime(about.as_of, locale) })}{' '}
      {about.is_demo ? (
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

/** Old numbers are told to be old. */
export function OldNotice({ about }: { readonly about: About }) {
  const { t, locale } = useWords();
  if (!about.is_stale) return null;
  return (
    <div className="mb-4">
      <Notice tone="time">{t('crypto.stale', { at: formatDateTime(about.as_of, locale) })}</Notice>
    </div>
  );
}
