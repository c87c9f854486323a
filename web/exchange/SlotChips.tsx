import type { ReactNode } from 'react';
import { formatMoney, formatPercent } from '#core/format/amount.ts';
import { type Translation, useTranslation } from '#web/i18n/use-translation.ts';
import type { Pair } from '#web/catalogue/systems.ts';
import { SLOT_FIELD } from './fields.ts';
import type { Slot } from './use-quote.ts';

export interface SlotChipsProps {
  readonly pair: Pair;
  readonly slots: readonly Slot[];
  /** Taken by another customer while shown: they stay in their places, disabled. */
  readonly lost: readonly Slot[];
  readonly chosenId: string | null;
  readonly onChoose: (slot: Slot | null) => void;
}

/** Slots, a row for each speed: amounts that are paid out sooner, and the ordinary payout. */
export function SlotChips({ pair, slots, lost, chosenId, onChoose }: SlotChipsProps) {
  const translation = useTranslation();
  const { t } = translation;
  const displayed = [...slots, ...lost.filter(({ id }) => slots.every((slot) => slot.id !== id))].toSorted(bySpeed);
  if (displayed.length === 0) return null;
  const isLost = (slot: Slot): boolean => lost.some(({ id }) => id === slot.id);
  return (
    <fieldset className="mt-2 min-w-0 sm:mt-5">
      <legend className="text-sm font-semibold max-sm:sr-only sm:mb-2">{t('exchange.slot.legend')}</legend>
      <div className="figures divide-y divide-line rounded-tray border border-line bg-sheet text-sm leading-5">
        {speedsOf(displayed, translation).map(({ name, terms, slots: group }) => (
          <SpeedRow key={`${name} ${terms}`} name={name} terms={terms}>
            {group.map((slot) => (
              <Chip
                key={slot.id}
                name={name}
                value={slot.id}
                terms={isLost(slot) ? t('exchange.slot.taken') : terms}
                isChosen={slot.id === chosenId}
                isLost={isLost(slot)}
                onChoose={() => onChoose(slot)}
              >
                {amountOf(slot, pair, translation)}
              </Chip>
            ))}
          </SpeedRow>
        ))}
        {slots.some((slot) => slot.kind === 'custom') ? null : (
          <SpeedRow name={t('exchange.slot.custom')} terms="">
            <Chip
              name={t('exchange.slot.custom')}
              value=""
              terms=""
              isChosen={chosenId === null}
              isLost={false}
              onChoose={() => onChoose(null)}
            >
              {t('exchange.slot.any')}
            </Chip>
          </SpeedRow>
        )}
      </div>
    </fieldset>
  );
}

/** The fastest first, then by amount. */
const bySpeed = (a: Slot, b: Slot): number => a.eta_minutes - b.eta_minutes || Number(a.outcome_amount) - Number(b.outcome_amount);

/** Slots of the same kind, time and price. */
interface Speed {
  readonly name: string;
  readonly terms: string;
  readonly slots: readonly Slot[];
}

function speedsOf(slots: readonly Slot[], translation: Translation): readonly Speed[] {
  const speeds = new Map<string, Speed>();
  for (const slot of slots) {
    const [name, terms] = [translation.t(`exchange.slot.${slot.kind}`), termsOf(slot, translation)];
    const key = `${name} ${terms}`;
    speeds.set(key, { name, terms, slots: [...(speeds.get(key)?.slots ?? []), slot] });
  }
  return [...speeds.values()];
}

/** Time and price of a slot: "up to 2 min, +0.3 %". */
function termsOf({ eta_minutes: minutes, premium_percent: percent }: Slot, { t, locale }: Translation): string {
  const premium = /[1-9]/.test(percent) ? formatPercent(percent, locale) : t('exchange.slot.no_premium');
  return `${t('shell.time.short', { count: minutes })}, ${premium}`;
}

function amountOf(slot: Slot, { to }: Pair, { t, locale }: Translation): string {
  const amount = slot.kind === 'custom' ? null : (slot.outcome_amount ?? slot.max_outcome_amount);
  if (amount === null) return t('exchange.slot.any');
  if (slot.kind === 'express') return formatMoney(amount, to, locale);
  return t('exchange.slot.up_to', { amount: formatMoney(slot.max_outcome_amount ?? amount, to, locale) });
}

interface SpeedRowProps {
  readonly name: string;
  readonly terms: string;
  readonly children: ReactNode;
}

/** One speed. Its name and terms are part of each chip's label, so that they are read once with the chip. */
function SpeedRow({ name, terms, children }: SpeedRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 px-3 py-0.5 sm:grid sm:grid-cols-[21rem_minmax(0,1fr)] sm:gap-x-6 sm:py-1.5">
      <p aria-hidden="true" className="min-w-30 flex-1">
        <span className="font-semibold">{name}</span> <span className="text-muted">{terms}</span>
      </p>
      <div className="flex flex-wrap gap-1 sm:gap-1.5">{children}</div>
    </div>
  );
}

interface ChipProps extends SpeedRowProps {
  readonly value: string;
  readonly isChosen: boolean;
  readonly isLost: boolean;
  readonly onChoose: () => void;
}

function Chip({ name, terms, value, isChosen, isLost, onChoose, children }: ChipProps) {
  return (
    <label className="relative flex min-h-11 cursor-pointer items-center gap-2 rounded-tray border border-edge px-1.5 whitespace-nowrap hover:border-ink sm:px-2.5 has-checked:border-action has-checked:bg-action-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action has-disabled:cursor-default has-disabled:border-line has-disabled:bg-well has-disabled:text-muted sm:min-h-9">
      <input
        type="radio"
        name={SLOT_FIELD}
        value={value}
        checked={isChosen}
        disabled={isLost}
        onChange={onChoose}
        className="size-4 shrink-0 outline-none max-sm:sr-only"
      />
      <span>
        <span className="sr-only">{name} </span>
        {children}
        <span className={isLost ? undefined : 'sr-only'}> {terms}</span>
      </span>
    </label>
  );
}
