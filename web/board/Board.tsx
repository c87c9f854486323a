import { useEffect, useRef, useState } from 'react';
import { currencySign, formatAtMost, formatRateFigure, splitAtMark } from '#core/format/amount.ts';
import { pairPath } from '#core/link/pair-path.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { outcomeSystemsFor, incomeSystems, type System } from '#web/catalogue/systems.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { pairId, boardChanges } from '#web/history/board-changes.ts';
import { type BoardRow, type BoardSide, type Sort, sortSystems, SORTS, isInverse } from './rows.ts';
import { useVisibleInterval } from './use-visible-interval.ts';
import { marketChange } from '#core/format/market-figure.ts';
import { DRIFT_CLASSES } from '#ui/drift.ts';
import { Mark } from '#ui/Mark.tsx';

const RENEW_MS = 15_000;
/** Rows shown at first. */
const FIRST_ROWS = 8;

interface BoardProps {
  readonly systems: readonly System[];
  readonly fromId: string;
  readonly toId: string;
  /** Rows of the income system, from the served page. */
  readonly initialRows: readonly BoardRow[];
  readonly onChoose: (pair: { readonly from: System; readonly to: System }) => void;
}

/** The system whose directions are listed, and its side in them. */
interface BoardSubject {
  readonly side: BoardSide;
  readonly code: string;
}

const byId = (rows: readonly BoardRow[]): ReadonlyMap<string, BoardRow> => new Map(rows.map((row) => [row.id, row]));

/** Rows of a side, loaded when it changes and every `RENEW_MS` while visible. Null until loaded: the systems are listed without figures. */
function useRows(subject: BoardSubject, { fromId, initialRows }: Pick<BoardProps, 'fromId' | 'initialRows'>) {
  const { locale } = useTranslation();
  const section = useRef<HTMLElement>(null);
  const key = `${subject.side} ${subject.code}`;
  const [loaded, setLoaded] = useState({ key: `income ${fromId}`, rows: byId(initialRows) });
  const [refreshes, setRefreshes] = useState(0);
  const requestedKey = useRef(`${loaded.key} 0`);
  const { side, code } = subject;
  useEffect(() => {
    const requestKey = `${key} ${refreshes}`;
    if (requestedKey.current === requestKey) return undefined;
    requestedKey.current = requestKey;
    let isMounted = true;
    const load = async () => {
      const { loadBoard } = await import('./load-board.ts');
      const rows = await loadBoard(browserTransport(locale), side, code);
      if (isMounted && rows !== undefined) setLoaded({ key, rows: byId(rows) });
    };
    load().catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, [key, side, code, locale, refreshes]);
  useVisibleInterval(section, RENEW_MS, () => setRefreshes(refreshes + 1));
  const rows = loaded.key === key ? loaded.rows : null;
  useEffect(() => {
    const pairIdWith = (other: string) => (side === 'income' ? pairId(code, other) : pairId(other, code));
    boardChanges.publish([...(rows?.values() ?? [])].map((row) => ({ ...row, id: pairIdWith(row.id) })));
  }, [rows, side, code]);
  return { section, rows };
}

/** Table of all systems that can be exchanged with the chosen one, with rates aligned on the decimal mark. */
export function Board({ systems, fromId, toId, initialRows, onChoose }: BoardProps) {
  const { t, to: pathOf, locale } = useTranslation();
  const [side, setSide] = useState<BoardSide>('income');
  const [sort, setSort] = useState<Sort | null>(null);
  const [isWhole, setWhole] = useState(false);
  const [from, to] = [systems.find(({ id }) => id === fromId), systems.find(({ id }) => id === toId)];
  const { section, rows } = useRows({ side, code: side === 'income' ? fromId : toId }, { fromId, initialRows });
  if (from === undefined || to === undefined) return null;
  const payingSystems = () => incomeSystems(systems).filter((system) => system.outcome_payment_system_ids.includes(toId));
  const others = side === 'income' ? outcomeSystemsFor(systems, from) : payingSystems();
  const rowById = rows ?? new Map<string, BoardRow>();
  return (
    <section ref={section} aria-labelledby="departures" className="mt-12 rounded-tray bg-board px-4 py-5 text-on-board sm:px-6">
      <h2 id="departures" className="text-lg font-semibold">
        {t('exchange.departures.title')}
      </h2>
      <p className="mt-1 max-w-prose text-sm leading-6 text-board-muted">{t('exchange.departures.text')}</p>
      <div className="mt-3 flex flex-wrap gap-2 text-sm noscript:hidden">
        {(['income', 'outcome'] as const).map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={side === option}
            onClick={() => setSide(option)}
            className="min-h-11 rounded-tray border border-board-line px-3 text-left aria-pressed:border-on-board aria-pressed:font-semibold focus-visible:outline-on-board"
          >
            {t(`exchange.departures.${option}`, { name: option === 'income' ? from.name : to.name })}
          </button>
        ))}
      </div>
      <div role="table" aria-labelledby="departures" className="figures mt-2 text-sm">
        <ColumnHeads sort={sort} onSort={setSort} />
        <div role="rowgroup">
          {sortSystems(others, rowById, sort).map((system, index) => {
            const pair = side === 'income' ? { from, to: system } : { from: system, to };
            return (
              <BoardLine
                key={system.id}
                pair={pair}
                other={system}
                isFolded={!isWhole && index >= FIRST_ROWS}
                row={rowById.get(system.id)}
                address={pathOf(pairPath(pair.from.id, pair.to.id))}
                reserve={formatAtMost(pair.to.reserve, pair.to, locale)}
                onChoose={() => onChoose(pair)}
              />
            );
          })}
        </div>
      </div>
      {isWhole || others.length <= FIRST_ROWS ? null : (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="mt-3 min-h-11 rounded-tray border border-board-line px-3 text-sm hover:border-on-board focus-visible:outline-on-board noscript:hidden"
        >
          {t('exchange.departures.all', { count: others.length })}
        </button>
      )}
    </section>
  );
}

const DESCENDING: readonly Sort[] = ['rate', 'change'];

/** Column heads that sort the table; a second press restores the catalogue order. */
function ColumnHeads({ sort, onSort }: { readonly sort: Sort | null; readonly onSort: (sort: Sort | null) => void }) {
  const { t } = useTranslation();
  return (
    <div role="rowgroup">
      <div role="row" className="board-row border-b border-board-line text-board-muted">
        {SORTS.map((name) => (
          <span
            key={name}
            role="columnheader"
            aria-sort={sort === name ? (DESCENDING.includes(name) ? 'descending' : 'ascending') : 'none'}
            className={`board-${name}`}
          >
            <button
              type="button"
              onClick={() => onSort(sort === name ? null : name)}
              className={`min-h-9 focus-visible:outline-on-board ${sort === name ? 'font-semibold text-on-board' : 'hover:text-on-board'}`}
            >
              {t(`exchange.departures.${name}`)}
              {sort === name ? <span aria-hidden="true"> {DESCENDING.includes(name) ? '↓' : '↑'}</span> : null}
            </button>
          </span>
        ))}
        <span role="columnheader" className="board-reserve self-center">
          {t('exchange.departures.reserve')}
        </span>
      </div>
    </div>
  );
}

interface BoardLineProps {
  readonly pair: { readonly from: System; readonly to: System };
  /** The system on the other side of the direction. */
  readonly other: System;
  /** Shown only without scripts. */
  readonly isFolded: boolean;
  /** Undefined: the figures are not loaded. */
  readonly row: BoardRow | undefined;
  readonly address: string;
  readonly reserve: string;
  readonly onChoose: () => void;
}

/** One row of the board, a link to its exchange. On a phone the rate is beside the name, the rest below. */
function BoardLine({ pair, other, isFolded, row, address, reserve, onChoose }: BoardLineProps) {
  const { t, locale } = useTranslation();
  const sign = (system: System) => currencySign(system.currency_iso_code, locale);
  const rawChange = row === undefined ? null : isInverse(row) ? row.inverseChange : row.change;
  const change = rawChange === null ? null : marketChange(rawChange, locale);
  return (
    <div
      role="row"
      className={`board-row relative border-b border-board-line py-1.5 hover:bg-board-line/50 ${isFolded ? 'hidden noscript:grid' : ''}`}
    >
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
        {row === undefined ? null : t('shell.time.short', { count: row.minutes })}
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
  const text = formatRateFigure(isInverse(row) ? row.inverse : row.rate, locale);
  const { whole, fraction } = splitAtMark(text);
  return (
    <span key={text} className="moved rounded-[3px] whitespace-nowrap">
      <span className="font-medium">{whole}</span>
      <span className="inline-block text-left font-medium md:min-w-[4.6em]">{fraction}</span>
      <span className="ml-1 inline-block text-left text-xs text-board-muted md:ml-0 md:w-[7em] md:text-sm">
        {t('exchange.departures.per', { unit, one: base })}
      </span>
    </span>
  );
}
