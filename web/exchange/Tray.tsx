import { useId, type ReactNode } from 'react';
import { currencySign, formatDecimal, formatMoney } from '#core/format/amount.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { amountField } from './standing.ts';
import { SystemPicker } from './SystemPicker.tsx';
import type { Side, System } from './systems.ts';

export interface TrayLimits {
  readonly min: string;
  readonly max: string;
  /** Which rule sets the upper one, in words. */
  readonly reason: string | null;
}

export interface TrayProps {
  readonly side: Side;
  readonly system: System;
  readonly choices: readonly System[];
  /** As typed, or as calculated for the other side. */
  readonly amount: string;
  readonly isTyped: boolean;
  /** Shown exactly as typed, because it is being typed. */
  readonly isRaw: boolean;
  readonly isStale: boolean;
  readonly limits: TrayLimits | null;
  readonly error: string | undefined;
  /** On which side of the limits the amount is: said beside them, in the place that they have anyway. */
  readonly outside: 'too_small' | 'too_large' | null;
  /** A round amount near this one; null: this one is, or none is near. */
  readonly rounder: string | null;
  readonly note?: ReactNode;
  /** A way on below the limits. */
  readonly more?: ReactNode;
  readonly onAmount: (text: string, when: 'typed' | 'chosen') => void;
  readonly onSystem: (system: System) => void;
}

/** One tray of the counter: a payment system and the amount that lies in it. */
export function Tray(props: TrayProps) {
  const { side, system, amount, isTyped, isRaw, isStale, error, outside } = props;
  const { t, locale } = useWords();
  const id = useId();
  const shown = isRaw ? amount : formatDecimal(amount, { locale, fillTo: system.precision <= 2 ? system.precision : 0 });
  return (
    <fieldset className="flex min-w-0 flex-col rounded-tray border border-b-4 border-line bg-sheet px-4 py-2 sm:p-5">
      <legend className="sr-only">{t(`exchange.${side}.legend`)}</legend>
      <div className="flex items-baseline justify-between gap-3 text-sm sm:mb-3">
        <span className="font-semibold" aria-hidden="true">
          {t(`exchange.${side}.legend`)}
        </span>
        <span className="figures text-right text-muted">{props.note}</span>
      </div>
      <SystemPicker side={side} system={system} choices={props.choices} onChoose={props.onSystem} />
      <div
        className={`mt-1 flex items-baseline gap-2 rounded-tray border bg-well px-4 py-1 sm:mt-3 sm:py-2 ${WELL[side]} has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-action has-[[aria-invalid]]:border-loss`}
      >
        <label htmlFor={id} className="sr-only">
          {t(`exchange.${side}.amount`, { name: system.name })}
        </label>
        <input
          id={id}
          name={amountField(side)}
          value={shown}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={outside === null ? `${id}-note` : `${id}-error`}
          onChange={(event) => props.onAmount(tidyAmount(event.target.value), 'typed')}
          className={`figures w-full min-w-0 bg-transparent ${sizeOf(side, shown)} tracking-tight outline-none transition-opacity duration-(--quick) ${isStale && !isTyped ? 'opacity-45' : ''}`}
        />
        <span className="figures shrink-0 text-lg font-medium text-muted">{currencySign(system.currency_iso_code, locale)}</span>
      </div>
      <div id={`${id}-note`} className="mt-1 text-sm leading-6 sm:mt-2 sm:min-h-12">
        {error === undefined ? null : (
          <p id={`${id}-error`} role="alert" className={outside === null ? 'text-loss' : 'sr-only'}>
            {error}
          </p>
        )}
        {error === undefined || outside !== null ? <Limits {...props} /> : null}
        {props.more}
      </div>
    </fieldset>
  );
}

/** What one gets is what the visitor came for: its well is marked, and its amount the largest text of the page. */
const WELL: Readonly<Record<Side, string>> = { income: 'border-edge', outcome: 'border-action' };

/** The longest amount that fits the narrowest screen in the largest size; longer ones are set smaller, never cut. */
const FITS_DISPLAY = 8;
const FITS_LARGE = 11;

const SIZES: Readonly<Record<Side, readonly [string, string, string]>> = {
  income: ['text-2xl/10 font-medium', 'text-2xl/10 font-medium', 'text-lg/10 sm:text-2xl/10 font-medium'],
  outcome: [
    'text-display font-semibold',
    'text-2xl/11 sm:text-display font-semibold',
    'text-lg/11 sm:text-2xl/11 md:text-display lg:text-2xl/11 font-semibold',
  ],
};

const sizeOf = (side: Side, amount: string): string => SIZES[side][amount.length <= FITS_DISPLAY ? 0 : amount.length <= FITS_LARGE ? 1 : 2];

/** Both limits as buttons: pressing one takes it. */
function Limits({ side, limits, system, outside, rounder, onAmount }: TrayProps) {
  const { t, locale } = useWords();
  if (limits === null) return null;
  // A slot holds an amount to pay out; what it costs is no limit of its own
  if (limits.min === limits.max) return side === 'outcome' ? <p className="text-muted">{t('exchange.slot_amount')}</p> : null;
  return (
    <p className="figures text-muted">
      {outside === null ? null : (
        <span aria-hidden="true" className="text-loss">
          {t(`exchange.outside.${outside}`)}{' '}
        </span>
      )}
      <button type="button" className="link" onClick={() => onAmount(limits.min, 'chosen')}>
        {t('exchange.from_limit', { amount: formatMoney(limits.min, system, locale) })}
      </button>{' '}
      <button type="button" className="link" onClick={() => onAmount(limits.max, 'chosen')}>
        {t('exchange.to_limit', { amount: formatMoney(limits.max, system, locale) })}
      </button>
      {limits.reason === null ? null : <span> ({limits.reason})</span>}
      {rounder === null ? null : (
        <>
          {' '}
          <button type="button" className="link" onClick={() => onAmount(rounder, 'chosen')}>
            {t('exchange.rounder', { amount: formatMoney(rounder, system, locale) })}
          </button>
        </>
      )}
    </p>
  );
}
