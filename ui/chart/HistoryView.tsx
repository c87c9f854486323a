import { type ReactNode, useState } from 'react';
import { LineChart, type LineChartProps } from './LineChart.tsx';

export interface HistoryTable {
  readonly caption: string;
  readonly heads: readonly string[];
  /** Newest first; the first cell of a row is its time. */
  readonly rows: readonly (readonly string[])[];
}

export interface HistoryViewProps<Period extends string> {
  readonly periods: readonly { readonly id: Period; readonly name: string }[];
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
  readonly words: { readonly periods: string; readonly asTable: string; readonly asChart: string };
  /** Null: nothing to draw; `message` says why. */
  readonly chart: Omit<LineChartProps, 'chosen' | 'onChoose'> | null;
  readonly table: HistoryTable | null;
  /** Text above the chart while no point is selected. */
  readonly idleText: string;
  /** Remark about the whole chart; empty: none. */
  readonly note: string;
  readonly message: ReactNode;
  /** The data shown is still that of the previous period. */
  readonly isBusy: boolean;
}

function Table({ table }: { readonly table: HistoryTable }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long table is scrolled by keyboard too
    <section className="chart-table" tabIndex={0} aria-label={table.caption}>
      <table>
        <caption className="chart-unseen">{table.caption}</caption>
        <thead>
          <tr>
            {table.heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([when = '', ...cells]) => (
            <tr key={when}>
              <th scope="row">{when}</th>
              {cells.map((cell, i) => (
                <td key={table.heads[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Periods<Period extends string>({ periods, period, onPeriod, words }: HistoryViewProps<Period>) {
  return (
    <div role="group" aria-label={words.periods} className="chart-periods">
      {periods.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={id === period} onClick={() => onPeriod(id)}>
          {name}
        </button>
      ))}
    </div>
  );
}

/** A history of values: choice of period, chart or table, in a box of fixed size. */
export function HistoryView<Period extends string>(props: HistoryViewProps<Period>) {
  const { chart, table, words, idleText, note, message, isBusy } = props;
  const [isTable, setIsTable] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const selected = chosen === null || chart === null || chosen >= chart.spots.length ? null : chosen;
  return (
    <div className="chart" aria-busy={isBusy}>
      <Periods {...props} />
      <p className="chart-standing">{selected === null || chart === null ? idleText : chart.describePoint(selected)}</p>
      <div className="chart-body">
        {chart === null ? <div className="chart-message">{message}</div> : null}
        {chart !== null && !isTable ? <LineChart {...chart} chosen={selected} onChoose={setChosen} /> : null}
        {table !== null && isTable ? <Table table={table} /> : null}
      </div>
      <div className="chart-foot">
        <p className="chart-note">{note}</p>
        <button type="button" className="chart-turn" disabled={table === null} onClick={() => setIsTable(!isTable)}>
          {isTable ? words.asChart : words.asTable}
        </button>
      </div>
    </div>
  );
}
