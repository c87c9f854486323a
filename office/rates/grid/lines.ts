import type { RateGridAttributes } from '#contract/office/catalogue/rate-desk.ts';
import { formatDecimal, trimRate } from '#core/format/amount.ts';
import { formatRate } from '#core/format/rate.ts';
import type { Locale } from '#core/locale.ts';
import { nearestPercent } from '#office/format/figure.ts';
import { type CellValue, type ColumnName, formatCell, type GridSystem, isMember, type CellFormat, type Member } from './columns.ts';

/** One direction of the grid. */
export interface GridLine {
  /** `INCOME>OUTCOME`: its key in a change. */
  readonly key: string;
  readonly income: GridSystem;
  readonly outcome: GridSystem;
  readonly values: Readonly<Record<Member, CellValue>>;
  readonly place: number | null;
  readonly rate: string | null;
  readonly deviation: string | null;
  /** Searched text, in lower case. */
  readonly words: string;
}

const wordsOf = ({ code, name, currency, aliases }: GridSystem): string =>
  [code, name.ru, name.en, currency, ...aliases].join(' ').toLowerCase();

/** Lines of the answer; rows of unknown systems are left out. */
export function linesOf({ systems, rows }: RateGridAttributes): readonly GridLine[] {
  const searchTexts = systems.map(wordsOf);
  return rows.flatMap((row) => {
    const [i, o, enabled, rateType, marginPpm, incomeFeePpm, outcomeFeePpm, incomeFeeFixed, outcomeFeeFixed, minIncome, maxIncome] = row;
    const [income, outcome] = [systems[i], systems[o]];
    if (!income || !outcome) return [];
    const values = { enabled, rateType, marginPpm, incomeFeePpm, outcomeFeePpm, incomeFeeFixed, outcomeFeeFixed, minIncome, maxIncome };
    const [place, rate, deviation] = [row[11], row[12], row[13]];
    return [
      {
        key: `${income.code}>${outcome.code}`,
        income,
        outcome,
        values,
        place,
        rate,
        deviation,
        words: `${searchTexts[i]} > ${searchTexts[o]}`,
      },
    ];
  });
}

export interface GridFilter {
  /** Words that all must be found; `сбер > btc` looks for each on its own side. */
  readonly q: string;
  readonly income: string | undefined;
  readonly outcome: string | undefined;
  readonly switch: string | undefined;
}

function hasWords(line: GridLine, q: string): boolean {
  const sides = q.toLowerCase().split('>');
  const [incomeWords = '', outcomeWords = ''] = line.words.split(' > ');
  const within = (text: string, words: string) => words.split(/\s+/).every((word) => text.includes(word));
  return sides.length > 1
    ? within(incomeWords, sides[0] ?? '') && within(outcomeWords, sides[1] ?? '')
    : within(line.words, q.toLowerCase());
}

export const isShown = (line: GridLine, { q, income, outcome, switch: state }: GridFilter): boolean =>
  (income === undefined || line.income.currency === income) &&
  (outcome === undefined || line.outcome.currency === outcome) &&
  (state === undefined || line.values.enabled === (state === 'on')) &&
  hasWords(line, q);

/** Sort key: numbers as numbers, empty last. */
function rank(line: GridLine, column: ColumnName): number | string {
  if (column === 'income' || column === 'outcome') return line[column].code;
  const given = isMember(column) ? line.values[column] : line[column];
  if (given === null) return Number.POSITIVE_INFINITY;
  if (typeof given === 'boolean') return given ? 0 : 1;
  if (column === 'rateType') return String(given);
  // For sorting only, never for calculation
  const side = column === 'outcomeFeeFixed' ? line.outcome : line.income;
  return column === 'marginPpm' || !isMember(column) || column.endsWith('Ppm') ? Number(given) : Number(given) / 10 ** side.scale;
}

/** Sorted by one column (`-marginPpm`: descending); undefined: the catalogue's order. */
export function sorted(lines: readonly GridLine[], sort: string | undefined): readonly GridLine[] {
  const column = sort?.replace(/^-/, '') as ColumnName | undefined;
  if (column === undefined) return lines;
  const direction = sort?.startsWith('-') ? -1 : 1;
  return lines
    .map((line) => ({ line, by: rank(line, column) }))
    .toSorted((a, b) => (a.by < b.by ? -direction : a.by > b.by ? direction : 0))
    .map(({ line }) => line);
}

/** The rate as customers read it: `1 USDT = 92,40 ₽`. */
const rateText = ({ rate, income, outcome }: GridLine, locale: Locale): string =>
  rate === null ? '' : formatRate(rate, { income: income.currency, outcome: outcome.currency }, locale);

/** The rate to seven digits, outcome per income. */
export const exactRate = ({ rate }: GridLine, locale: Locale): string => (rate === null ? '' : formatDecimal(trimRate(rate), { locale }));

/** Text of a cell, for reading and copying. `value`: the edited one; undefined: the stored one. */
export function textOf(
  line: GridLine,
  column: ColumnName,
  given: { readonly value: CellValue | undefined; readonly cellFormat: CellFormat },
): string {
  const { cellFormat, value } = given;
  if (isMember(column)) return formatCell(column, value === undefined ? line.values[column] : value, { line, cellFormat });
  if (column === 'income' || column === 'outcome') return line[column].code;
  const found = line[column];
  if (found === null) return '';
  if (column === 'deviation') return nearestPercent(String(found), cellFormat.locale);
  if (column === 'rate') return rateText(line, cellFormat.locale);
  return formatDecimal(String(found), { locale: cellFormat.locale });
}
