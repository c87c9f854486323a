import { useEffect, useRef, useState } from 'react';
import { formatMoney } from '#core/format/amount.ts';
import { pairPath } from '#core/pair-path.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { gettable, givable, type System } from '#web/exchange/systems.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { BoardLine } from './BoardLine.tsx';
import { pairId, boardChanges } from '#web/history/board-changes.ts';
import { type BoardRow, type BoardSide, type Sort, sorted, SORTS } from './rows.ts';
import { useWhileSeen } from './use-while-seen.ts';

const RENEW_MS = 15_000;

export interface BoardProps {
  readonly systems: readonly System[];
  readonly fromId: string;
  readonly toId: string;
  /** Lines of what is given, as the page was drawn with them. */
  readonly opening: readonly BoardRow[];
  readonly onChoose: (pair: { readonly from: System; readonly to: System }) => void;
}

/** What the lines of a board are about: one system, and the side that it is on. */
interface About {
  readonly side: BoardSide;
  readonly code: string;
}

const byId = (rows: readonly BoardRow[]): ReadonlyMap<string, BoardRow> => new Map(rows.map((row) => [row.id, row]));

/** The lines of a side, asked for when it changes and now and then while somebody looks; until they come the systems stand without numbers. */
function useRows(about: About, { fromId, opening }: Pick<BoardProps, 'fromId' | 'opening'>) {
  const { locale } = useWords();
  const place = useRef<HTMLElement>(null);
  const key = `${about.side} ${about.code}`;
  const [known, setKnown] = useState({ key: `income ${fromId}`, rows: byId(opening) });
  const [turn, setTurn] = useState(0);
  const asked = useRef(`${known.key} 0`);
  const { side, code } = about;
  useEffect(() => {
    const now = `${key} ${turn}`;
    if (asked.current === now) return undefined;
    asked.current = now;
    let isHere = true;
    const ask = async () => {
      const { askBoard } = await import('./ask-board.ts');
      const rows = await askBoard(browserTransport(locale), side, code);
      if (isHere && rows !== undefined) setKnown({ key, rows: byId(rows) });
    };
    ask().catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [key, side, code, locale, turn]);
  useWhileSeen(place, RENEW_MS, () => setTurn(turn + 1));
  const rows = known.key === key ? known.rows : null;
  useEffect(() => {
    const ofPair = (other: string) => (side === 'income' ? pairId(code, other) : pairId(other, code));
    boardChanges.publish([...(rows?.values() ?? [])].map((row) => ({ ...row, id: ofPair(row.id) })));
  }, [rows, side, code]);
  return { place, rows };
}

/** The departures board: every system on the other side of what is given or got, dense, figures aligned on the decimal mark. */
export function Board({ systems, fromId, toId, opening, onChoose }: BoardProps) {
  const { t, to, locale } = useWords();
  const [side, setSide] = useState<BoardSide>('income');
  const [sort, setSort] = useState<Sort | null>(null);
  const [from, into] = [systems.find(({ id }) => id === fromId), systems.find(({ id }) => id === toId)];
  const { place, rows } = useRows({ side, code: side === 'income' ? fromId : toId }, { fromId, opening });
  if (from === undefined || into === undefined) return null;
  const givers = () => givable(systems).filter((system) => system.outcome_payment_system_ids.includes(toId));
  const others = side === 'income' ? gettable(systems, from) : givers();
  const known = rows ?? new Map<string, BoardRow>();
  return (
    <section ref={place} aria-labelledby="departures" className="mt-12 rounded-tray bg-board px-4 py-5 text-on-board sm:px-6">
      <h2 id="departures" className="text-lg font-semibold">
        {t('exchange.departures.title')}
      </h2>
      <p className="mt-1 max-w-prose text-sm leading-6 text-board-muted">{t('exchange.departures.text')}</p>
      <div className="mt-3 flex flex-wrap gap-2 text-sm noscript:hidden">
        {(['income', 'outcome'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={side === one}
            onClick={() => setSide(one)}
            className="min-h-11 rounded-tray border border-board-line px-3 text-left aria-pressed:border-on-board aria-pressed:font-semibold focus-visible:outline-on-board"
          >
            {t(`exchange.departures.${one}`, { name: one === 'income' ? from.name : into.name })}
          </button>
        ))}
      </div>
      <div role="table" aria-labelledby="departures" className="figures mt-2 text-sm">
        <Heads sort={sort} onSort={setSort} />
        <div role="rowgroup">
          {sorted(others, known, sort).map((system) => {
            const pair = side === 'income' ? { from, to: system } : { from: system, to: into };
            return (
              <BoardLine
                key={system.id}
                pair={pair}
                other={system}
                row={known.get(system.id)}
                address={to(pairPath(pair.from.id, pair.to.id))}
                reserve={formatMoney(pair.to.reserve.replace(/(\.\d{3})\d+$/, '$1'), pair.to, locale)}
                onChoose={() => onChoose(pair)}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

const FALLING: readonly Sort[] = ['rate', 'change'];

/** Names of the columns, which sort by what stands below them; pressed again, as the catalogue has it. */
function Heads({ sort, onSort }: { readonly sort: Sort | null; readonly onSort: (sort: Sort | null) => void }) {
  const { t } = useWords();
  return (
    <div role="rowgroup">
      <div role="row" className="board-row border-b border-board-line text-board-muted">
        {SORTS.map((name) => (
          <span
            key={name}
            role="columnheader"
            aria-sort={sort === name ? (FALLING.includes(name) ? 'descending' : 'ascending') : 'none'}
            className={`board-${name}`}
          >
            <button
              type="button"
              onClick={() => onSort(sort === name ? null : name)}
              className={`min-h-9 focus-visible:outline-on-board ${sort === name ? 'font-semibold text-on-board' : 'hover:text-on-board'}`}
            >
              {t(`exchange.departures.${name}`)}
              {sort === name ? <span aria-hidden="true"> {FALLING.includes(name) ? '↓' : '↑'}</span> : null}
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
