import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { formatMoney, formatPercent } from '#core/format/amount.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Pair } from '#web/catalogue/systems.ts';
import { SLOT_FIELD } from './fields.ts';
import type { Slot } from './use-quote.ts';

export interface SlotChipsProps {
  readonly pair: Pair;
  readonly slots: readonly Slot[];
  /** Taken by another customer while shown: they stay, disabled. */
  readonly lost: readonly Slot[];
  readonly chosenId: string | null;
  readonly onChoose: (slot: Slot | null) => void;
}

/** Slots: amounts that are paid out sooner, and the ordinary payout. */
export function SlotChips({ pair, slots, lost, chosenId, onChoose }: SlotChipsProps) {
  const { t } = useTranslation();
  const displayed = [...lost.filter(({ id }) => slots.every((slot) => slot.id !== id)), ...slots];
  const row = useScrollToChosen(chosenId);
  if (displayed.length === 0) return null;
  const isLost = (slot: Slot): boolean => lost.some(({ id }) => id === slot.id);
  const hasOrdinary = slots.some((slot) => slot.kind === 'custom');
  return (
    <fieldset className="mt-3 min-w-0 sm:mt-5">
      <legend className="mb-1 text-sm font-semibold sm:mb-2">{t('exchange.slot.legend')}</legend>
      <div
        ref={row}
        className="-mx-4 flex snap-x snap-proximity scroll-px-4 gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:grid sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] sm:overflow-visible sm:px-0"
      >
        {displayed.map((slot) => (
          <Chip key={slot.id} value={slot.id} isChosen={slot.id === chosenId} isLost={isLost(slot)} onChoose={() => onChoose(slot)}>
            <SlotText slot={slot} pair={pair} isLost={isLost(slot)} />
          </Chip>
        ))}
        {hasOrdinary ? null : (
          <Chip value="" isChosen={chosenId === null} isLost={false} onChoose={() => onChoose(null)}>
            <span className="block font-semibold">{t('exchange.slot.custom')}</span>
            {t('exchange.slot.any')}
          </Chip>
        )}
      </div>
    </fieldset>
  );
}

/** Scrolls the row, not the page, to the chosen slot. */
function useScrollToChosen(chosenId: string | null): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('label:has(:checked)');
    if (row.current === null || !chosen) return;
    const { offsetLeft: left, offsetWidth: width } = chosen;
    const { scrollLeft: scrolled, clientWidth } = row.current;
    const start = left - row.current.offsetLeft;
    if (start < scrolled || start + width > scrolled + clientWidth) row.current.scrollLeft = start - SCROLL_MARGIN_PX;
  }, [chosenId]);
  return row;
}

/** Visible part of the previous chip. */
const SCROLL_MARGIN_PX = 40;

interface ChipProps {
  readonly value: string;
  readonly isChosen: boolean;
  readonly isLost: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Chip({ value, isChosen, isLost, onChoose, children }: ChipProps) {
  return (
    <label className="figures flex min-h-11 w-56 shrink-0 snap-start cursor-pointer items-start gap-2 rounded-tray border border-edge bg-sheet px-3 py-1.5 text-left text-sm leading-5 hover:border-ink sm:w-auto has-checked:border-action has-checked:bg-action-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action has-disabled:cursor-default has-disabled:border-line has-disabled:bg-well has-disabled:text-muted">
      <input
        type="radio"
        name={SLOT_FIELD}
        value={value}
        checked={isChosen}
        disabled={isLost}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 outline-none"
      />
      <span className="min-w-0">{children}</span>
    </label>
  );
}

/** Amount, time and price of a slot. */
function SlotText({ slot, pair, isLost }: { readonly slot: Slot; readonly pair: Pair; readonly isLost: boolean }) {
  const { t, locale } = useTranslation();
  const amount = slot.kind === 'custom' ? null : (slot.outcome_amount ?? slot.max_outcome_amount);
  const amountText =
    amount === null
      ? t('exchange.slot.any')
      : slot.kind === 'express'
        ? formatMoney(amount, pair.to, locale)
        : t('exchange.slot.up_to', { amount: formatMoney(slot.max_outcome_amount ?? amount, pair.to, locale) });
  const time = t('exchange.slot.promised', { minutes: slot.eta_minutes });
  return (
    <>
      <span className="block font-semibold">{t(`exchange.slot.${slot.kind}`)}</span>
      <span className="flex flex-wrap gap-x-3">
        <span>{amountText}</span>
        <span>{isLost ? t('exchange.slot.taken') : time}</span>
      </span>
      {isLost ? null : (
        <span className="block text-muted">
          <Price slot={slot} pair={pair} />
        </span>
      )}
    </>
  );
}

/** Price of an exact slot, and the premium over the ordinary rate. */
function Price({ slot, pair }: { readonly slot: Slot; readonly pair: Pair }) {
  const { t, locale } = useTranslation();
  const premium = /[1-9]/.test(slot.premium_percent)
    ? t('exchange.slot.premium', { percent: formatPercent(slot.premium_percent, locale) })
    : t('exchange.slot.no_premium');
  if (slot.kind !== 'express' || slot.income_amount === null) return premium;
  return `${t('exchange.slot.costs', { amount: formatMoney(slot.income_amount, pair.from, locale) })}, ${premium}`;
}
