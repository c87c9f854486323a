import { Mark } from '#ui/Mark.tsx';
import { currencySign, formatDecimal, splitAtMark } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { inStock, nearestPairs, type System } from './systems.ts';

export interface DeparturesProps {
  readonly systems: readonly System[];
  /** What is being given now: each line leads to its exchange for that. */
  readonly fromId: string;
  readonly onChoose: (system: System) => void;
}

/** The departures board: what can be paid out right now, figures aligned on the decimal mark. */
export function Departures({ systems, fromId, onChoose }: DeparturesProps) {
  const { t, to } = useWords();
  const stocked = inStock(systems);
  if (stocked.length === 0) return null;
  return (
    <section aria-labelledby="departures" className="mt-16 rounded-tray bg-board px-4 py-6 text-on-board sm:px-6">
      <h2 id="departures" className="text-lg font-semibold">
        {t('exchange.departures.title')}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-sm leading-6 text-board-muted">{t('exchange.departures.text')}</p>
      <ul className="figures gap-x-12 text-sm md:columns-2">
        {stocked.map((system) => (
          <Line key={system.id} system={system} address={to(addressOf(systems, fromId, system))} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}

/** A line leads to an exchange that is offered: from what is given now where that is possible, else from the likest. */
function addressOf(systems: readonly System[], fromId: string, system: System): string {
  const from = systems.find((one) => one.id === fromId);
  const near = from === undefined ? undefined : nearestPairs(systems, { from, to: system }, 1).find((pair) => pair.to.id === system.id);
  const isOffered = from?.outcome_payment_system_ids.includes(system.id) === true;
  return `/exchange/${isOffered ? fromId : (near?.from.id ?? fromId)}/${system.id}`;
}

interface LineProps extends Pick<DeparturesProps, 'onChoose'> {
  readonly system: System;
  readonly address: string;
}

function Line({ system, address, onChoose }: LineProps) {
  const { t, locale } = useWords();
  const { whole, fraction } = splitAtMark(formatDecimal(shorten(system.reserve), { locale }));
  return (
    <li className="break-inside-avoid border-t border-board-line">
      <a
        href={address}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onChoose(system);
        }}
        className="flex min-h-11 w-full items-center gap-2.5 py-1.5 text-left sm:gap-3 hover:bg-board-line/50 focus-visible:outline-on-board"
      >
        <Mark kind={system.kind} {...system.mark} network={system.network} className="size-6" />
        <span className="min-w-0 flex-1 leading-5">
          <span className="sr-only">{t('exchange.departures.choose')} </span>
          {system.name} <span className="text-board-muted sm:hidden">{currencySign(system.currency_iso_code, locale)}</span>
        </span>
        <span className="text-right whitespace-nowrap">{whole}</span>
        <span className="-ml-2.5 w-[2.3em] whitespace-nowrap sm:-ml-3 text-board-muted">{fraction}</span>
        <span className="hidden w-[3.2em] whitespace-nowrap text-board-muted sm:inline">
          {currencySign(system.currency_iso_code, locale)}
        </span>
      </a>
    </li>
  );
}

/** A board shows at most three decimals, cut down: never more than there is. */
const shorten = (text: string): string => text.replace(/(\.\d{3})\d+$/, '$1').replace(/\.0+$/, '');
