import { useId, type ReactNode } from 'react';
import { currencySign, formatDecimal, formatMoney, limitsBetween } from '#core/format/amount.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { amountFieldName } from './fields.ts';
import { SystemPicker } from '#web/catalogue/SystemPicker.tsx';
import type { PickedExchange, Side, System } from '#web/catalogue/systems.ts';

export interface TrayLimits {
  readonly min: string;
  readonly max: string;
  /** Cause of the upper limit, as text. */
  readonly reason: string | null;
}

export interface TrayProps {
  readonly side: Side;
  readonly system: System;
  readonly choices: readonly System[];
  /** The input, or the amount calculated from the other side. */
  readonly amount: string;
  readonly isEdited: boolean;
  /** Shown exactly as entered, because it is being edited. */
  readonly showsRawInput: boolean;
  readonly isStale: boolean;
  readonly limits: TrayLimits | null;
  readonly error: string | undefined;
  /** Which limit the amount violates; shown beside the limits instead of the error text. */
  readonly outside: 'too_small' | 'too_large' | null;
  /** A round amount near this one; null: there is none, or this one is round. */
  readonly suggestedAmount: string | null;
  readonly note?: ReactNode;
  /** Shown below the limits. */
  readonly extra?: ReactNode;
  readonly onAmount: (text: string, source: 'typed' | 'chosen') => void;
  readonly onSystem: (system: System) => void;
  readonly exchange: PickedExchange;
}

/** One side of the exchange: payment system and amount. */
export function Tray(props: TrayProps) {
  const { side, system, amount, isEdited, showsRawInput, isStale, error, outside } = props;
  const { t, locale } = useTranslation();
  const id = useId();
  const text = showsRawInput ? amount : formatDecimal(amount, { locale, fillTo: system.precision <= 2 ? system.precision : 0 });
  return (
    <fieldset className="flex min-w-0 flex-col rounded-tray border border-b-4 border-line bg-sheet px-4 py-2 sm:p-5">
      <legend className="sr-only">{t(`exchange.${side}.legend`)}</legend>
      <div className="flex items-baseline justify-between gap-3 text-sm sm:mb-3">
        <span className="font-semibold" aria-hidden="true">
          {t(`exchange.${side}.legend`)}
        </span>
        <span className="figures text-right text-muted">{props.note}</span>
      </div>
      <SystemPicker side={side} system={system} choices={props.choices} onChoose={props.onSystem} exchange={props.exchange} />
      <div
        className={`mt-1 flex items-baseline gap-2 rounded-tray border bg-well px-4 py-1 sm:mt-3 sm:py-2 ${AMOUNT_BORDER[side]} has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-action has-[[aria-invalid]]:border-loss`}
      >
        <label htmlFor={id} className="sr-only">
          {t(`exchange.${side}.amount`, { name: system.name })}
        </label>
        <input
          id={id}
          name={amountFieldName(side)}
          value={text}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={outside === null ? `${id}-note` : `${id}-error`}
          onChange={(event) => props.onAmount(tidyAmount(event.target.value), 'typed')}
          className={`figures w-full min-w-0 bg-transparent ${sizeClassOf(side, text)} tracking-tight outline-none transition-opacity duration-(--quick) ${isStale && !isEdited ? 'opacity-45' : ''}`}
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
        {props.extra}
      </div>
    </fieldset>
  );
}

/** The outcome is emphasised. */
const AMOUNT_BORDER: Readonly<Record<Side, string>> = { income: 'border-edge', outcome: 'border-action' };

/** Longest amounts that fit the narrowest screen at the largest and the middle size. */
const MAX_DISPLAY_LENGTH = 8;
const MAX_LARGE_LENGTH = 11;

const SIZES: Readonly<Record<Side, readonly [string, string, string]>> = {
  income: ['text-2xl/10 font-medium', 'text-2xl/10 font-medium', 'text-lg/10 sm:text-2xl/10 font-medium'],
  outcome: [
    'text-display font-semibold',
    'text-2xl/11 sm:text-display font-semibold',
    'text-lg/11 sm:text-2xl/11 md:text-display lg:text-2xl/11 font-semibold',
  ],
};

const sizeClassOf = (side: Side, amount: string): string =>
  SIZES[side][amount.length <= MAX_DISPLAY_LENGTH ? 0 : amount.length <= MAX_LARGE_LENGTH ? 1 : 2];

/** Limits as buttons that set the amount. */
function Limits({ side, limits, system, outside, suggestedAmount, onAmount }: TrayProps) {
  const { t, locale } = useTranslation();
  if (limits === null) return null;
  const [min, max] = limitsBetween(limits.min, limits.max);
  // A slot has one outcome amount; its price is not a limit
  if (limits.min === limits.max) return side === 'outcome' ? <p className="text-muted max-sm:hidden">{t('exchange.slot_amount')}</p> : null;
  return (
    <p className="figures text-muted">
      {outside === null ? null : (
        <span aria-hidden="true" className="text-loss">
          {t(`exchange.outside.${outside}`)}{' '}
        </span>
      )}
      <button type="button" className="link" onClick={() => onAmount(min, 'chosen')}>
        {t('exchange.from_limit', { amount: formatMoney(min, system, locale) })}
      </button>{' '}
      <button type="button" className="link" onClick={() => onAmount(max, 'chosen')}>
        {t('exchange.to_limit', { amount: formatMoney(max, system, locale) })}
      </button>
      {limits.reason === null ? null : <span> ({limits.reason})</span>}
      {suggestedAmount === null ? null : (
        <>
          {' '}
          <button type="button" className="link" onClick={() => onAmount(suggestedAmount, 'chosen')}>
            {t('exchange.rounder', { amount: formatMoney(suggestedAmount, system, locale) })}
          </button>
        </>
      )}
    </p>
  );
}
