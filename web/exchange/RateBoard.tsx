import { useEffect, useState } from 'react';
import { CountdownBar } from '#ui/CountdownBar.tsx';
import { currencySign, formatDecimal, formatPercent, trimRate } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Calculation, Pair } from './systems.ts';

export interface RateBoardProps {
  readonly pair: Pair;
  readonly calculation: Calculation | null;
  readonly isStale: boolean;
  /** There are no numbers of this amount, and none will come until it is another. */
  readonly isRefused: boolean;
  readonly endsAt: number;
  /** Null where the way back is not offered. */
  readonly onTurn: (() => void) | null;
}

/** The changer's board between the trays: the live rate, its life as a shrinking rule, and the way to turn the trays round. */
export function RateBoard({ pair, calculation, isStale, isRefused, endsAt, onTurn }: RateBoardProps) {
  const { t } = useWords();
  return (
    <section
      aria-label={t('exchange.board.rate')}
      className="figures relative z-1 -my-px flex items-center gap-4 bg-board px-4 py-2 text-on-board sm:py-3 lg:mx-0 lg:-my-0 lg:-mx-px lg:flex-col lg:items-stretch lg:justify-between lg:px-5 lg:py-5"
    >
      <button
        type="button"
        disabled={onTurn === null}
        onClick={() => onTurn?.()}
        aria-label={t('exchange.board.turn')}
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
            <Waiting />
          )
        ) : (
          <Rate pair={pair} calculation={calculation} isStale={isStale} endsAt={endsAt} />
        )}
      </div>
    </section>
  );
}

function Waiting() {
  return (
    <div aria-hidden="true">
      <div className="waiting-bone h-6 w-44 max-w-full opacity-40" />
      <div className="mt-2 h-0.5 bg-board-line" />
      <div className="waiting-bone mt-2 h-4 w-28 opacity-40" />
    </div>
  );
}

/** The larger number is the readable one: 1 BTC = 6 500 000 RUB, also when roubles are given. */
function rateLine(pair: Pair, calculation: Calculation) {
  const isSmall = calculation.rate.startsWith('0.0') || calculation.rate === '0';
  return isSmall
    ? { one: pair.to, other: pair.from, rate: calculation.inverse_rate }
    : { one: pair.from, other: pair.to, rate: calculation.rate };
}

type Shown = Pick<RateBoardProps, 'pair' | 'isStale' | 'endsAt'> & { readonly calculation: Calculation };

function Rate({ pair, calculation, isStale, endsAt }: Shown) {
  const { t, locale } = useWords();
  const { one, other, rate } = rateLine(pair, calculation);
  const shown = formatDecimal(trimRate(rate), { locale });
  return (
    <div className={isStale ? 'opacity-60' : ''}>
      <p className="mb-1 flex flex-wrap items-baseline gap-x-2 text-lg leading-6 sm:mb-2 sm:leading-7 font-medium lg:flex-col lg:gap-0">
        <span className="text-board-muted lg:text-sm">1 {currencySign(one.currency_iso_code, locale)} =</span>
        <span key={shown} className="moved rounded-[3px] lg:text-xl">
          {shown} {currencySign(other.currency_iso_code, locale)}
        </span>
      </p>
      <CountdownBar totalMs={lifeOf(calculation)} leftMs={() => endsAt - Date.now()} resetKey={calculation.id} />
      <p className="mt-1 text-sm leading-5 text-board-muted sm:mt-2">
        <SecondsLeft endsAt={endsAt} />
        <span className="whitespace-nowrap">
          {t('exchange.board.deviation', { percent: formatPercent(calculation.deviation_percent, locale) })}
        </span>
        {calculation.is_demo ? <span className="ml-3 lg:mt-1 lg:ml-0 lg:block">{t('shell.demo_rate')}</span> : null}
      </p>
    </div>
  );
}

const lifeOf = (calculation: Calculation): number => Date.parse(calculation.expires_at) - Date.parse(calculation.server_time);

/** Counts only in the browser: a served page would be wrong by the time it is read. */
function SecondsLeft({ endsAt }: { readonly endsAt: number }) {
  const { t } = useWords();
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
