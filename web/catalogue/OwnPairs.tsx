import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { isFavourite, readPairs, toggleFavourite } from './stored-pairs.ts';
import { findOfferedPair, type Pair, type PickedExchange } from './systems.ts';

/** Pairs shown above the list of systems. */
const MAX_SHOWN = 4;

/** The current pair, which can be marked too, favourite pairs, then those used last. */
function shownPairs({ systems, pair }: PickedExchange): readonly Pair[] {
  const { favourite, recent } = readPairs();
  const codes = [{ from: pair.from.id, to: pair.to.id }, ...favourite, ...recent];
  const unique = new Map(codes.map((one) => [`${one.from} ${one.to}`, one]));
  return [...unique.values()]
    .map((one) => findOfferedPair(systems, one))
    .filter((offered) => offered !== undefined)
    .slice(0, MAX_SHOWN);
}

interface OwnPairsProps {
  readonly exchange: PickedExchange;
  readonly onChoose: (pair: Pair) => void;
}

/** Recent and favourite pairs of this browser, to choose both sides at once. */
export function OwnPairs({ exchange, onChoose }: OwnPairsProps) {
  const { t } = useTranslation();
  // Rows keep their places while the list is open
  const [pairs] = useState(() => shownPairs(exchange));
  const [stored, setStored] = useState(readPairs);
  return (
    <section aria-labelledby="own-pairs">
      <h3 id="own-pairs" className="px-2 pb-1 text-sm font-semibold text-muted">
        {t('exchange.own_pairs')}
      </h3>
      <ul>
        {pairs.map((pair) => {
          const codes = { from: pair.from.id, to: pair.to.id };
          const isMarked = isFavourite(stored, codes);
          return (
            <li key={`${codes.from} ${codes.to}`} className="flex items-center">
              <button
                type="button"
                className="min-h-11 min-w-0 flex-1 truncate rounded-tray px-2 text-left hover:bg-action-tint"
                onClick={() => onChoose(pair)}
              >
                {pair.from.name} → {pair.to.name}
              </button>
              <button
                type="button"
                aria-pressed={isMarked}
                aria-label={t('exchange.favourite', { from: pair.from.name, to: pair.to.name })}
                className="grid size-11 shrink-0 place-items-center rounded-tray text-action hover:bg-action-tint"
                onClick={() => setStored(toggleFavourite(codes))}
              >
                <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5">
                  <path
                    d="m10 2.5 2.3 4.8 5.2.7-3.8 3.7.9 5.3-4.6-2.5L5.4 17l.9-5.3L2.5 8l5.2-.7z"
                    fill={isMarked ? 'currentColor' : 'none'}
                    stroke="currentColor"
                    strokeWidth="1.5"
                    strokeLinejoin="round"
                  />
                </svg>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
