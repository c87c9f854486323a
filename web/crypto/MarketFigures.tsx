import { useEffect, useRef } from 'react';
import { marketChange, marketPrice, shortSum } from '#core/format/market-figure.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { Notice } from '#ui/Notice.tsx';
import { DRIFT_CLASSES } from '#ui/drift.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Coin } from './coins.ts';

/** Drawn as an image: not every font has the character. */
export function Arrow({ drift }: { readonly drift: 'up' | 'down' }) {
  return (
    <svg viewBox="0 0 8 6" aria-hidden="true" className="inline-block h-[0.4em] align-[0.15em]">
      <path d={drift === 'up' ? 'M0 6 4 0l4 6z' : 'M0 0l4 6 4-6z'} fill="currentColor" />
    </svg>
  );
}

/** A change in percent: an arrow and a sign to see, a word for screen readers. */
export function Change({ percent }: { readonly percent: string | null }) {
  const { t, locale } = useTranslation();
  if (percent === null)
    return (
      <>
        <span aria-hidden="true" className="text-board-muted">
          —
        </span>
        <span className="sr-only">{t('crypto.unknown')}</span>
      </>
    );
  const { drift, shown, size } = marketChange(percent, locale);
  return (
    <>
      <span aria-hidden="true" className={`whitespace-nowrap ${DRIFT_CLASSES[drift]}`}>
        {drift === 'still' ? null : <Arrow drift={drift} />} {shown}
      </span>
      <span className="sr-only">{t(`crypto.${drift}`, { size })}</span>
    </>
  );
}

/** A large sum, shortened with a word ("1.2 billion"). */
export function Sum({ usd }: { readonly usd: string | null }) {
  const { t, locale } = useTranslation();
  if (usd === null) return <Change percent={null} />;
  const { figure, scale } = shortSum(usd, locale);
  return <span className="whitespace-nowrap">{scale === null ? figure : t(`crypto.${scale}`, { figure })}</span>;
}

/** A price, highlighted for a moment when it has changed since the page was loaded. */
export function Price({ usd, initialUsd }: { readonly usd: string; readonly initialUsd: string }) {
  const { locale } = useTranslation();
  return (
    <span key={usd} className={usd === initialUsd ? '' : 'moved'}>
      {marketPrice(usd, locale)}
    </span>
  );
}

const WIDTH = 96;
const HEIGHT = 28;

/** The week as a small line, as decoration. */
export function WeekLine({ week }: { readonly week: readonly string[] }) {
  const values = week.map(Number);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (values.length < 2) return null;
  const points = values.map((value, i) => {
    const x = (i / (values.length - 1)) * WIDTH;
    const y = high === low ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true" className="inline-block">
      <path
        d={`M${points.join('L')}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        className="text-board-muted"
      />
    </svg>
  );
}

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

/** The provider is asked at most this often. */
const REFRESH_MS = 60_000;

/** Runs `refresh` every minute while the page is visible, and on becoming visible after a while; never twice at a time. */
export function useRefresh(refresh: (signal: AbortSignal) => Promise<void>): void {
  const latestRefresh = useRef(refresh);
  useEffect(() => {
    latestRefresh.current = refresh;
  });
  useEffect(() => {
    const unmounted = new AbortController();
    let startedAt = Date.now();
    let isBusy = false;
    const run = async () => {
      if (isBusy || document.visibilityState !== 'visible' || Date.now() - startedAt < REFRESH_MS - 1_000) return;
      isBusy = true;
      startedAt = Date.now();
      // A failure leaves the figures shown, with their time
      await latestRefresh.current(unmounted.signal).catch(() => undefined);
      isBusy = false;
    };
    const timer = setInterval(() => void run(), REFRESH_MS);
    const onVisible = () => void run();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      unmounted.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);
}
