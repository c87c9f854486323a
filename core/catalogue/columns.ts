import type { Decimals } from '#core/money/decimals.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { percentOf, ppmOf } from './cells.ts';

/** A thing as it is kept: the members of its type in `core`, money as text of its minor units. */
type Document = Readonly<Record<string, unknown>>;

/** How a member is written in a cell and read from one. */
export type ColumnKind =
  | 'text'
  | 'flag'
  | 'whole'
  | 'percent'
  | 'minutes'
  | 'words'
  | 'time'
  | 'days'
  | 'json'
  | 'amount'
  | 'income_amount'
  | 'outcome_amount';

export interface ColumnRule {
  /** Heading of the column and name of the member in JSON files alike. */
  readonly name: string;
  /** Member of the document, `name.ru` for a part of one. */
  readonly member: string;
  readonly kind: ColumnKind;
  /** An empty cell means "none" and not "missing". */
  readonly mayBeNull?: true;
}

const column = (name: string, member: string, kind: ColumnKind = 'text'): ColumnRule => ({ name, member, kind });
const nullable = (name: string, member: string, kind: ColumnKind = 'text'): ColumnRule => ({ name, member, kind, mayBeNull: true });

/** Columns of files with payment systems, in their order. */
export const PAYMENT_SYSTEM_COLUMNS: readonly ColumnRule[] = [
  column('code', 'code'),
  column('kind', 'kind'),
  column('stage', 'stage'),
  column('name_ru', 'name.ru'),
  column('name_en', 'name.en'),
  column('aliases', 'aliases', 'words'),
  column('currency', 'currency'),
  column('asset', 'asset'),
  column('market_symbol', 'marketSymbol'),
  nullable('network', 'network'),
  column('scale', 'scale', 'whole'),
  column('precision', 'precision', 'whole'),
  column('rail', 'rail'),
  column('rail_settings', 'railSettings', 'json'),
  column('income_wallet', 'incomeWallet'),
  column('outcome_wallet', 'outcomeWallet'),
  column('min_amount', 'minAmount', 'amount'),
  column('max_amount', 'maxAmount', 'amount'),
  column('reserve_buffer', 'reserveBuffer', 'amount'),
  column('network_fee', 'networkFee', 'amount'),
  column('confirmations', 'requiredConfirmations', 'whole'),
  column('income_enabled', 'incomeEnabled', 'flag'),
  column('outcome_enabled', 'outcomeEnabled', 'flag'),
  column('referral_output_enabled', 'referalOutputEnabled', 'flag'),
  column('monogram', 'mark.monogram'),
  column('tint', 'mark.tint'),
  column('sort', 'sort', 'whole'),
  column('income_fields', 'incomeFields', 'json'),
  column('outcome_fields', 'outcomeFields', 'json'),
];

/** Columns of files with directions, in their order. */
export const DIRECTION_COLUMNS: readonly ColumnRule[] = [
  column('income', 'incomeCode'),
  column('outcome', 'outcomeCode'),
  column('enabled', 'enabled', 'flag'),
  column('rate_type', 'rateType'),
  column('margin_percent', 'marginPpm', 'percent'),
  column('income_fee_percent', 'incomeFeePpm', 'percent'),
  column('outcome_fee_percent', 'outcomeFeePpm', 'percent'),
  column('income_fee', 'incomeFeeFixed', 'income_amount'),
  column('outcome_fee', 'outcomeFeeFixed', 'outcome_amount'),
  nullable('min_income', 'minIncome', 'income_amount'),
  nullable('max_income', 'maxIncome', 'income_amount'),
  column('tolerance_percent', 'tolerancePpm', 'percent'),
  column('window_minutes', 'paymentWindowMs', 'minutes'),
  column('eta_minutes', 'etaMinutes', 'whole'),
  column('denied_countries', 'deniedCountries', 'words'),
  column('steps', 'steps', 'json'),
  column('margin_by_reserve', 'marginByReserve', 'json'),
  column('margin_by_hour', 'marginByHour', 'json'),
  nullable('monitor_rule', 'monitorRule', 'json'),
  column('verification', 'verification', 'json'),
  nullable('conditions_ru', 'conditions.ru'),
  nullable('conditions_en', 'conditions.en'),
  nullable('work_hours', 'workHours', 'json'),
  column('file_flags', 'fileFlags', 'json'),
  nullable('refund_fee_percent', 'refundFeePpm', 'percent'),
  nullable('refund_fee', 'refundFeeFixed', 'income_amount'),
];

/** Decimals of the amounts in a row; undefined where the payment system is not known. */
export interface RowDecimals {
  readonly amount: Decimals | undefined;
  readonly income_amount: Decimals | undefined;
  readonly outcome_amount: Decimals | undefined;
}

export const NO_DECIMALS: RowDecimals = { amount: undefined, income_amount: undefined, outcome_amount: undefined };

const MINUTE_MS = 60_000;
const WORD_BREAK = '|';

/** Every digit of a sum counts: what the precision hides is still money. */
const exact = (decimals: Decimals): Decimals => ({ scale: decimals.scale, precision: decimals.scale });

const isObject = (value: unknown): value is Document => typeof value === 'object' && value !== null && !Array.isArray(value);

function partOf(document: Document, member: string): unknown {
  const [whole = '', part] = member.split('.');
  const value = document[whole];
  if (part === undefined) return value;
  return isObject(value) ? value[part] : null;
}

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** A member as a cell shows it. */
function writeCell(value: unknown, kind: ColumnKind, decimals: RowDecimals): string {
  if (value === null || value === undefined) return '';
  if (kind === 'json') return JSON.stringify(value);
  if (kind === 'words') return (Array.isArray(value) ? value : []).map(String).join(WORD_BREAK);
  if (kind === 'days') return (Array.isArray(value) ? value : []).map(String).join(',');
  if (!isScalar(value)) return '';
  if (kind === 'time') return clockOf(Number(value));
  if (kind === 'percent') return percentOf(Number(value));
  if (kind === 'minutes') return String(Number((Number(value) / MINUTE_MS).toFixed(6)));
  if (kind === 'flag') return value === true ? '1' : '0';
  if (kind === 'amount' || kind === 'income_amount' || kind === 'outcome_amount') {
    const found = decimals[kind];
    return found === undefined ? '' : formatAmount(BigInt(String(value)), found.scale);
  }
  return String(value);
}

const MINUTES_OF_HOUR = 60;

function clockOf(minutes: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / MINUTES_OF_HOUR))}:${two(minutes % MINUTES_OF_HOUR)}`;
}

/** A time of the day as people write it; 24:00 is its end. */
function readTime(text: string): Read {
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d{2})$/.exec(text) ?? [];
  const time = Number(hours) * MINUTES_OF_HOUR + Number(minutes);
  return hours === '' || Number(minutes) >= MINUTES_OF_HOUR || time > 24 * MINUTES_OF_HOUR ? wrong('time') : value(time);
}

type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };
const value = (read: unknown): Read => ({ ok: true, value: read });
const wrong = (problem: string): Read => ({ ok: false, problem });

const FLAGS: Readonly<Record<string, boolean>> = { 1: true, true: true, yes: true, 0: false, false: false, no: false };

function readJson(text: string): Read {
  try {
    return value(JSON.parse(text));
  } catch {
    return wrong('json');
  }
}

function readAmount(text: string, decimals: Decimals | undefined): Read {
  if (decimals === undefined) return wrong('unknown_system');
  const parsed = parseAmount(text, exact(decimals));
  return parsed.ok ? value(parsed.minor.toString()) : wrong('amount');
}

function readNumber(text: string, times: number): Read {
  const number = Number(text.replace(',', '.')) * times;
  return /^\d{1,12}(?:[.,]\d{1,6})?$/.test(text) && Number.isSafeInteger(Math.round(number))
    ? value(Math.round(number))
    : wrong('whole_number');
}

/** A cell as the member it stands for. */
function readCell(text: string, { kind, mayBeNull }: ColumnRule, decimals: RowDecimals): Read {
  if (text === '' && mayBeNull) return value(null);
  switch (kind) {
    case 'json':
      return readJson(text);
    case 'words':
      return value(
        text
          .split(WORD_BREAK)
          .map((word) => word.trim())
          .filter((word) => word !== ''),
      );
    case 'days':
      return /^[1-7](?:\s*,\s*[1-7])*$/.test(text)
        ? value([...new Set(text.split(',').map(Number))].toSorted((a, b) => a - b))
        : wrong('days');
    case 'time':
      return readTime(text);
    case 'percent': {
      const ppm = ppmOf(text);
      return ppm === undefined ? wrong('percent') : value(ppm);
    }
    case 'minutes':
      return readNumber(text, MINUTE_MS);
    case 'whole':
      return /^\d{1,9}$/.test(text) ? value(Number(text)) : wrong('whole_number');
    case 'flag': {
      const flag = FLAGS[text.toLowerCase()];
      return flag === undefined ? wrong('flag') : value(flag);
    }
    case 'amount':
    case 'income_amount':
    case 'outcome_amount':
      return readAmount(text, decimals[kind]);
    case 'text':
      return value(text);
  }
}

/** A document as a row of cells. */
export const writeRow = (columns: readonly ColumnRule[], document: Document, decimals: RowDecimals): readonly string[] =>
  columns.map(({ member, kind }) => writeCell(partOf(document, member), kind, decimals));

export interface WrongCell {
  readonly column: string;
  /** Key of `catalogue_desk.problem`. */
  readonly problem: string;
}

function put(document: Map<string, unknown>, member: string, read: unknown): void {
  const [whole = '', part] = member.split('.');
  if (part === undefined) document.set(whole, read);
  else if (read !== null || document.get(whole) !== null) {
    const before = document.get(whole);
    document.set(whole, { ...(isObject(before) ? before : {}), [part]: read ?? '' });
  }
}

/** Both halves of a text in two languages left empty: there is no text. */
function withoutEmptyPairs(columns: readonly ColumnRule[], document: Map<string, unknown>): void {
  for (const { member, mayBeNull } of columns) {
    const [whole = '', part] = member.split('.');
    const both = document.get(whole);
    if (part !== undefined && mayBeNull && isObject(both) && Object.values(both).every((text) => text === '')) document.set(whole, null);
  }
}

/**
 * The members that a row of cells names; columns that the file does not have are left out, so that a file with three columns changes
 * three members. Every wrong cell is told with its column.
 */
export function readRow(
  columns: readonly ColumnRule[],
  cells: Readonly<Record<string, string>>,
  decimals: RowDecimals,
): { readonly members: Document; readonly wrong: readonly WrongCell[] } {
  const document = new Map<string, unknown>();
  const wrongCells: WrongCell[] = [];
  const present = columns.filter(({ name }) => Object.hasOwn(cells, name));
  for (const rule of present) {
    const read = readCell((cells[rule.name] ?? '').trim(), rule, decimals);
    if (read.ok) put(document, rule.member, read.value);
    else wrongCells.push({ column: rule.name, problem: read.problem });
  }
  withoutEmptyPairs(present, document);
  return { members: Object.fromEntries(document), wrong: wrongCells };
}
