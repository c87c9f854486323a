import { type PointerEvent, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { drawLine, type Drawing, nearestPoint, type ChartPoint } from './draw-line.ts';

interface LineChartProps {
  /** Ascending, at least one. */
  readonly points: readonly ChartPoint[];
  /** A second line at some of the same times. */
  readonly comparison?: { readonly points: readonly ChartPoint[]; readonly name: string; readonly mainName: string } | null;
  readonly gapMs: number;
  readonly zoneOffsetMs: number;
  /** Text alternative of the chart, one sentence. */
  readonly summary: string;
  /** Accessible name of the slider that selects a point. */
  readonly sliderLabel: string;
  /** Description of one point. */
  readonly describePoint: (index: number) => string;
  readonly formatValue: (value: number) => string;
  readonly formatMoment: (at: number) => string;
  /** Index of the selected point; null: none. */
  readonly selectedIndex: number | null;
  readonly onSelect: (index: number | null) => void;
}

const HEIGHT = 240;
/** Width of a digit at 12 px, rounded up. */
const DIGIT_WIDTH_PX = 7.5;
/** Half the width of a label; a mark nearer to the edge is left out. */
const MIN_EDGE_DISTANCE_PX = 34;

function Picture({ drawing, width, selectedIndex, ...props }: LineChartProps & { readonly drawing: Drawing; readonly width: number }) {
  const { points, valueMarks, timeMarks } = drawing;
  const selected = selectedIndex === null ? undefined : points[selectedIndex];
  const mark = selected ?? points.at(-1);
  return (
    <svg role="img" aria-label={props.summary} width={width} height={HEIGHT} className="chart-picture">
      {valueMarks.map(({ y, value }) => (
        <line key={value} className="chart-rule" x1={0} x2={width} y1={y} y2={y} />
      ))}
      <path className="chart-area" d={drawing.area} />
      <path className="chart-line" d={drawing.line} />
      {drawing.comparison === '' ? null : <path className="chart-beside" d={drawing.comparison} />}
      {valueMarks.map(({ y, value }) => (
        <text key={value} className="chart-value" x={width} y={y - 5}>
          {props.formatValue(value)}
        </text>
      ))}
      {timeMarks
        .filter(({ x }) => x > MIN_EDGE_DISTANCE_PX && x < width - MIN_EDGE_DISTANCE_PX)
        .map(({ x, at }) => (
          <text key={at} className="chart-moment" x={x} y={HEIGHT - 6}>
            {props.formatMoment(at)}
          </text>
        ))}
      {selected === undefined ? null : <line className="chart-cursor" x1={selected.x} x2={selected.x} y1={0} y2={HEIGHT - 26} />}
      {mark === undefined ? null : <circle className="chart-mark" cx={mark.x} cy={mark.y} r={4.5} />}
    </svg>
  );
}

/** Names of the two lines. */
function Legend({ name, mainName }: { readonly name: string; readonly mainName: string }) {
  return (
    <ul className="chart-legend">
      <li className="chart-legend-main">{mainName}</li>
      <li className="chart-legend-beside">{name}</li>
    </ul>
  );
}

/** A line chart over time. Points are selected by pointer, touch or arrow keys. */
function LineChart(props: LineChartProps) {
  const { points, gapMs, zoneOffsetMs, formatValue, selectedIndex, onSelect, comparison = null } = props;
  const plot = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = plot.current;
    if (element === null) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const drawing = useMemo(
    () =>
      width === 0
        ? null
        : drawLine(points, {
            width,
            height: HEIGHT,
            gapMs,
            zoneOffsetMs,
            widthOf: (value) => formatValue(value).length * DIGIT_WIDTH_PX,
            comparison: comparison?.points ?? [],
          }),
    [points, width, gapMs, zoneOffsetMs, formatValue, comparison],
  );
  const selectNearest = (event: PointerEvent<HTMLDivElement>) => {
    const left = plot.current?.getBoundingClientRect().left ?? 0;
    if (drawing !== null) onSelect(nearestPoint(drawing.points, event.clientX - left));
  };
  const last = points.length - 1;
  return (
    <div
      ref={plot}
      className="chart-plot"
      onPointerMove={selectNearest}
      onPointerDown={selectNearest}
      onPointerLeave={() => onSelect(null)}
    >
      {drawing === null ? null : <Picture {...props} drawing={drawing} width={width} />}
      {comparison === null ? null : <Legend {...comparison} />}
      <input
        type="range"
        className="chart-walk"
        min={0}
        max={last}
        step={1}
        value={selectedIndex ?? last}
        aria-label={props.sliderLabel}
        aria-valuetext={props.describePoint(selectedIndex ?? last)}
        onFocus={() => onSelect(selectedIndex ?? last)}
        onBlur={() => onSelect(null)}
        onChange={(event) => onSelect(event.target.valueAsNumber)}
      />
    </div>
  );
}

export interface HistoryTable {
  readonly caption: string;
  readonly columnNames: readonly string[];
  /** Newest first; the first cell of a row is its time. */
  readonly rows: readonly (readonly string[])[];
}

interface HistoryViewProps<Period extends string> {
  readonly periods: readonly { readonly id: Period; readonly name: string }[];
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
  readonly labels: { readonly periods: string; readonly asTable: string; readonly asChart: string };
  /** Null: nothing to draw; `message` says why. */
  readonly chart: Omit<LineChartProps, 'selectedIndex' | 'onSelect'> | null;
  readonly table: HistoryTable | null;
  /** Text above the chart while no point is selected. */
  readonly idleText: string;
  /** Remark about the whole chart; empty: none. */
  readonly note?: string;
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
            {table.columnNames.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([when = '', ...cells]) => (
            <tr key={when}>
              <th scope="row">{when}</th>
              {cells.map((cell, i) => (
                <td key={table.columnNames[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Periods<Period extends string>({ periods, period, onPeriod, labels }: HistoryViewProps<Period>) {
  return (
    <div role="group" aria-label={labels.periods} className="chart-periods">
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
  const { chart, table, labels, idleText, note, message, isBusy } = props;
  const [isTable, setIsTable] = useState(false);
  const [chosenIndex, setChosenIndex] = useState<number | null>(null);
  // The selection may lie beyond the points of a newly loaded period
  const selectedIndex = chosenIndex === null || chart === null || chosenIndex >= chart.points.length ? null : chosenIndex;
  return (
    <div className="chart" aria-busy={isBusy}>
      <Periods {...props} />
      <p className="chart-standing">{selectedIndex === null || chart === null ? idleText : chart.describePoint(selectedIndex)}</p>
      <div className="chart-body">
        {chart === null ? <div className="chart-message">{message}</div> : null}
        {chart !== null && !isTable ? <LineChart {...chart} selectedIndex={selectedIndex} onSelect={setChosenIndex} /> : null}
        {table !== null && isTable ? <Table table={table} /> : null}
      </div>
      <div className="chart-foot">
        {note === undefined ? null : <p className="chart-note">{note}</p>}
        <button type="button" className="chart-turn" disabled={table === null} onClick={() => setIsTable(!isTable)}>
          {isTable ? labels.asChart : labels.asTable}
        </button>
      </div>
    </div>
  );
}
