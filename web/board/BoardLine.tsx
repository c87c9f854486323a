import { currencySign, formatDecimal, splitAtMark, trimRate } from '#core/format/amount.ts';
import { marketChange } from '#core/format/market-figure.ts';
import { DRIFT_CLASSES } from '#ui/drift.ts';
import { Mark } from '#ui/Mark.tsx';
import type { System } from '#web/catalogue/systems.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type BoardRow, isInverse } from './rows.ts';

export interface BoardLineProps {
  readonly pair: { readonly from: System; readonly to: System };
  /** The system on the other side of the direction. */
  readonly other: System;
  /** Undefined: no figures are known. */
  readonly row: BoardRow | undefined;
  readonly address: string;
  readonly reserve: string;
  readonly onChoose: () => void;
}

const RATE_DIGITS = 6;

/** One row of the board, a link to its exchange. On a phone the rate stands beside the name, the rest below. */
export function BoardLine({ pair, other, row, address, reserve, onChoose }: BoardLineProps) {
  const { t, locale } = useTranslation();
  const sign = (system: System) => currencySign(system.currency_iso_code, locale);
  const rawChange = row === undefined ? null : isInverse(row) ? row.inverseChange : row.change;
  const change = rawChange === null ? null : marketChange(rawChange, locale);
  return (
    <div role="row" className="board-row relative border-b border-board-line py-1.5 hover:bg-board-line/50">
      <span role="cell" className="board-name flex min-w-0 items-center gap-2.5">
        <Mark kind={other.kind} {...other.mark} network={other.network} className="size-6" />
        <a
          href={address}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onChoose();
          }}
          className="min-w-0 leading-5 after:absolute after:inset-0 focus-visible:outline-on-board"
        >
          <span className="sr-only">{t(other === pair.to ? 'exchange.departures.choose' : 'exchange.departures.give')} </span>
          {other.name}
        </a>
      </span>
      <span role="cell" className="board-rate">
        {row === undefined ? (
          <span className="text-board-muted">{t('exchange.departures.no_rate')}</span>
        ) : (
          <Rate row={row} base={isInverse(row) ? sign(pair.to) : sign(pair.from)} unit={isInverse(row) ? sign(pair.from) : sign(pair.to)} />
        )}
      </span>
      <span role="cell" className={`board-change whitespace-nowrap ${DRIFT_CLASSES[change?.drift ?? 'still']}`}>
        {change === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">{t('exchange.departures.unknown')}</span>
          </>
        ) : (
          <span key={change.shown} className="moved rounded-[3px]">
            {change.shown}
          </span>
        )}
      </span>
      <span role="cell" className="board-minutes whitespace-nowrap text-board-muted">
        {row === undefined ? null : t('exchange.slot.promised', { minutes: row.minutes })}
      </span>
      <span role="cell" className="board-reserve whitespace-nowrap text-board-muted">
        {reserve}
      </span>
    </div>
  );
}

/** A rate aligned on its decimal mark, with its currencies: `unit` per one `base`. */
function Rate({ row, base, unit }: { readonly row: BoardRow; readonly base: string; readonly unit: string }) {
  const { t, locale } = useTranslation();
  const text = formatDecimal(trimRate(isInverse(row) ? row.inverse : row.rate, RATE_DIGITS), { locale });
  const { whole, fraction } = splitAtMark(text);
  return (
    <span key={text} className="moved rounded-[3px] whitespace-nowrap">
      <span className="font-medium">{whole}</span>
      <span className="inline-block text-left font-medium md:min-w-[4.6em]">{fraction}</span>
      <span className="ml-1 inline-block text-left text-xs text-board-muted md:ml-0 md:w-[8.5em] md:text-sm">
        {t('exchange.departures.per', { unit, one: base })}
      </span>
    </span>
  );
}
