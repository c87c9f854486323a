import { formatMoney } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Calculation, Pair } from './systems.ts';

type Slot = Calculation['slots'][number];

export interface SlotChipsProps {
  readonly pair: Pair;
  readonly slots: readonly Slot[];
  readonly chosenId: string | null;
  readonly onChoose: (slot: Slot | null) => void;
}

/** Ready money: amounts that can be paid out sooner. Pressing the chosen one again lets it go. */
export function SlotChips({ pair, slots, chosenId, onChoose }: SlotChipsProps) {
  const { t, locale } = useWords();
  if (slots.length === 0) return null;
  const amountOf = (slot: Slot): string => {
    if (slot.kind === 'custom') return t('web.slot.any');
    if (slot.outcome_amount !== null) return formatMoney(slot.outcome_amount, pair.to, locale);
    if (slot.max_outcome_amount !== null) return t('web.slot.up_to', { amount: formatMoney(slot.max_outcome_amount, pair.to, locale) });
    return t('web.slot.any');
  };
  return (
    <fieldset className="mt-5">
      <legend className="mb-2 text-sm font-semibold">{t('web.slot.legend')}</legend>
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        {slots.map((slot) => {
          const isChosen = slot.id === chosenId;
          return (
            <button
              key={slot.id}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen ? null : slot)}
              className="figures min-h-11 rounded-tray border border-edge bg-sheet px-3 py-1.5 text-left text-sm leading-5 hover:border-ink aria-pressed:border-action aria-pressed:bg-action-tint"
            >
              <span className="block font-semibold">{t(`web.slot.${slot.kind}`)}</span>
              {amountOf(slot)}{' '}
              <span className="whitespace-nowrap text-muted">· {t('web.slot.minutes', { minutes: slot.eta_minutes })}</span>
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
