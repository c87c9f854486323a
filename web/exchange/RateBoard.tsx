import { useEffect, useState } from 'react';
import { CountdownBar } from '#ui/CountdownBar.tsx';
import { currencySign, formatPercent, formatRateFigure, showsInverse } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';
import type { Translate } from '#web/i18n/translator.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type Calculation, lifetimeMs, type Pair } from '#web/catalogue/systems.ts';

export interface RateBoardProps {
  readonly pair: Pair;
  readonly calculation: Calculation | null;
  readonly isStale: boolean;
  /** The amount was refused: no rate until it changes. */
  readonly isRefused: boolean;
  readonly endsAt: number;
  /** Null: the reverse direction is not available. */
  readonly onReverse: (() => void) | null;
}

/** The live rate with its remaining validity, and the button that reverses the pair. */
export function RateBoard({ pair, calculation, isStale, isRefused, endsAt, onReverse }: RateBoardProps) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t('exchange.board.rate')}
      className="figures relative z-1 -my-px flex items-center gap-4 bg-board px-4 py-1 text-on-board sm:py-3 lg:mx-0 lg:-my-0 lg:-mx-px lg:flex-col lg:items-stretch lg:justify-between lg:px-5 lg:py-5"
    >
      <button
        type="button"
        disabled={onReverse === null}
        onClick={() => onReverse?.()}
        aria-label={t('exchange.board.turn')}
        aria-keyshortcuts="Alt+X"
        className="grid size-11 shrink-0 place-items-center rounded-tray border border-board-line text-on-board transition-colors duration-(--quick) hover:border-on-board focus-visible:outline-on-board disabled:opacity-40 lg:order-last lg:self-center"
      >
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 lg:rotate-90">
          <path d="M6 2v15m0 0-4-4m4 4 4-4M14 18V3m0 0-4 4m4-4 4 4" fill="none" stroke="currentColor" strokeWidth="1.7" />
        </svg>
      </button>
      <div className="min-w-0 flex-1 group-data-typed/form:invisible lg:flex lg:flex-col lg:justify-center">
        {calculation === null ? (
          isRefused ? (
            <p className="min-h-14 text-sm text-board-muted">{t('exchange.board.none')}</p>
          ) : (
            <LoadingRate />
          )
        ) : (
          <Rate pair={pair} calculation={calculation} isStale={isStale} endsAt={endsAt} />
        )}
      </div>
    </section>
  );
}

function LoadingRate() {
  return (
    <div aria-hidden="true">
      <div className="waiting-bone h-6 w-44 max-w-full opacity-40" />
      <div className="mt-2 h-0.5 bg-board-line" />
      <div className="waiting-bone mt-2 h-4 w-28 opacity-40" />
    </div>
  );
}

/** The rate in the direction in which it is above one: 1 BTC = 6 500 000 RUB, also for roubles to bitcoin. */
function displayedRate(pair: Pair, calculation: Calculation) {
  return showsInverse(calculation.rate)
    ? { unit: pair.to, counter: pair.from, rate: calculation.inverse_rate }
    : { unit: pair.from, counter: pair.to, rate: calculation.rate };
}

type RateProps = Pick<RateBoardProps, 'pair' | 'isStale' | 'endsAt'> & { readonly calculation: Calculation };

/** The difference from the market in words: a sign alone does not say for whom it is better. */
export function deviationText(deviation: string, t: Translate, locale: Locale): string {
  const percent = formatPercent(deviation, locale);
  const size = percent.replace(/^[+\u2212]/, '');
  if (percent === size) return t('exchange.board.even');
  return percent.startsWith('+') ? t('exchange.board.better', { percent: size }) : t('exchange.board.worse', { percent: size });
}

function Rate({ pair, calculation, isStale, endsAt }: RateProps) {
  const { t, locale } = useTranslation();
  const { unit, counter, rate } = displayedRate(pair, calculation);
  const rateText = formatRateFigure(rate, locale);
  return (
    <div className={isStale ? 'opacity-60' : ''}>
      <p className="mb-1 flex flex-wrap items-baseline gap-x-2 text-lg leading-6 sm:mb-2 sm:leading-7 font-medium lg:flex-col lg:gap-0">
        <span className="text-board-muted lg:text-sm">1 {currencySign(unit.currency_iso_code, locale)} =</span>
        <span key={rateText} className="moved rounded-[3px] lg:text-xl">
          {rateText} {currencySign(counter.currency_iso_code, locale)}
        </span>
      </p>
      <CountdownBar totalMs={lifetimeMs(calculation)} remainingMs={() => endsAt - Date.now()} resetKey={calculation.id} />
      <p className="mt-1 text-sm leading-5 text-board-muted sm:mt-2">
        <SecondsLeft endsAt={endsAt} />
        <span className="whitespace-nowrap">{deviationText(calculation.deviation_percent, t, locale)}</span>{' '}
        {calculation.is_demo ? <span className="ml-2 lg:mt-1 lg:ml-0 lg:block">{t('shell.demo_rate')}</span> : null}
      </p>
    </div>
  );
}

/** Counts only in the browser: the served page would show an outdated number. */
function SecondsLeft({ endsAt }: { readonly endsAt: number }) {
  const { t } = useTranslation();
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [endsAt]);
  return (
    <span className="mr-3 inline-block whitespace-nowrap" aria-hidden="true">
      {seconds === null ? t('exchange.board.fresh') : t('exchange.board.holds', { seconds })}
    </span>
  );
}
