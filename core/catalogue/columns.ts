import type { Decimals } from '#core/money/decimals.ts';
import { isObject, type JsonObject } from '#core/text/json.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { MINUTE_MS } from '#core/time.ts';
import { percentOfPpm, ppmOfPercent } from '#core/money/percent.ts';

/** A stored record: the members of its type in `core`, money as text in minor units. */
type Document = JsonObject;

/** How a member is written into a cell and read from it. */
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
  /** Column heading, and name of the member in JSON files. */
  readonly name: string;
  /** Member of the record; `name.ru` for a nested one. */
  readonly member: string;
  readonly kind: ColumnKind;
  /** Whether an empty cell is valid and means "none". */
  readonly mayBeNull?: true;
}

const column = (name: string, member: string, kind: ColumnKind = 'text'): ColumnRule => ({ name, member, kind });
const nullable = (name: string, member: string, kind: ColumnKind = 'text'): ColumnRule => ({ name, member, kind, mayBeNull: true });

/** Columns of payment system files, in order. */
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

/** Columns of direction files, in order. */
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

/** Decimals of the amounts in a row; undefined where the payment system is unknown. */
export interface RowDecimals {
  readonly amount: Decimals | undefined;
  readonly income_amount: Decimals | undefined;
  readonly outcome_amount: Decimals | undefined;
}

export const NO_DECIMALS: RowDecimals = { amount: undefined, income_amount: undefined, outcome_amount: undefined };

const WORD_BREAK = '|';

/** Amounts in files are exact, so the display precision does not apply. */
const withFullPrecision = (decimals: Decimals): Decimals => ({ scale: decimals.scale, precision: decimals.scale });

function memberOf(document: Document, member: string): unknown {
  const [root = '', child] = member.split('.');
  const value = document[root];
  if (child === undefined) return value;
  return isObject(value) ? value[child] : null;
}

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** A member as the text of a cell. */
function writeCell(value: unknown, kind: ColumnKind, decimals: RowDecimals): string {
  if (value === null || value === undefined) return '';
  if (kind === 'json') return JSON.stringify(value);
  if (kind === 'words') return (Array.isArray(value) ? value : []).map(String).join(WORD_BREAK);
  if (kind === 'days') return (Array.isArray(value) ? value : []).map(String).join(',');
  if (!isScalar(value)) return '';
  if (kind === 'time') return formatTimeOfDay(Number(value));
  if (kind === 'percent') return percentOfPpm(Number(value));
  if (kind === 'minutes') return String(Number((Number(value) / MINUTE_MS).toFixed(6)));
  if (kind === 'flag') return value === true ? '1' : '0';
  if (kind === 'amount' || kind === 'income_amount' || kind === 'outcome_amount') {
    const cellDecimals = decimals[kind];
    return cellDecimals === undefined ? '' : formatAmount(BigInt(String(value)), cellDecimals.scale);
  }
  return String(value);
}

const MINUTES_OF_HOUR = 60;

function formatTimeOfDay(minutes: number): string {
  const twoDigits = (number: number): string => String(number).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / MINUTES_OF_HOUR))}:${twoDigits(minutes % MINUTES_OF_HOUR)}`;
}

/** A time of day in minutes. `24:00` is the end of the day. */
function readTime(text: string): CellResult {
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d{2})$/.exec(text) ?? [];
  const time = Number(hours) * MINUTES_OF_HOUR + Number(minutes);
  return hours === '' || Number(minutes) >= MINUTES_OF_HOUR || time > 24 * MINUTES_OF_HOUR ? invalid('time') : valid(time);
}

type CellResult = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };
const valid = (parsed: unknown): CellResult => ({ ok: true, value: parsed });
const invalid = (problem: string): CellResult => ({ ok: false, problem });

const FLAGS: Readonly<Record<string, boolean>> = { 1: true, true: true, yes: true, 0: false, false: false, no: false };

function readJson(text: string): CellResult {
  try {
    return valid(JSON.parse(text));
  } catch {
    return invalid('json');
  }
}

function readAmount(text: string, decimals: Decimals | undefined): CellResult {
  if (decimals === undefined) return invalid('unknown_system');
  const parsed = parseAmount(text, withFullPrecision(decimals));
  return parsed.ok ? valid(parsed.minor.toString()) : invalid('amount');
}

function readNumber(text: string, factor: number): CellResult {
  const number = Number(text.replace(',', '.')) * factor;
  return /^\d{1,12}(?:[.,]\d{1,6})?$/.test(text) && Number.isSafeInteger(Math.round(number))
    ? valid(Math.round(number))
    : invalid('whole_number');
}

/** The value of a cell, or the key of its problem. */
function readCell(text: string, { kind, mayBeNull }: ColumnRule, decimals: RowDecimals): CellResult {
  if (text === '' && mayBeNull) return valid(null);
  switch (kind) {
    case 'json':
      return readJson(text);
    case 'words':
      return valid(
        text
          .split(WORD_BREAK)
          .map((word) => word.trim())
          .filter((word) => word !== ''),
      );
    case 'days':
      return /^[1-7](?:\s*,\s*[1-7])*$/.test(text)
        ? valid([...new Set(text.split(',').map(Number))].toSorted((a, b) => a - b))
        : invalid('days');
    case 'time':
      return readTime(text);
    case 'percent': {
      const ppm = ppmOfPercent(text);
      return ppm === undefined ? invalid('percent') : valid(ppm);
    }
    case 'minutes':
      return readNumber(text, MINUTE_MS);
    case 'whole':
      return /^\d{1,9}$/.test(text) ? valid(Number(text)) : invalid('whole_number');
    case 'flag': {
      const flag = FLAGS[text.toLowerCase()];
      return flag === undefined ? invalid('flag') : valid(flag);
    }
    case 'amount':
    case 'income_amount':
    case 'outcome_amount':
      return readAmount(text, decimals[kind]);
    case 'text':
      return valid(text);
  }
}

/** A record as a row of cells. */
export const writeRow = (columns: readonly ColumnRule[], document: Document, decimals: RowDecimals): readonly string[] =>
  columns.map(({ member, kind }) => writeCell(memberOf(document, member), kind, decimals));

export interface InvalidCell {
  readonly column: string;
  /** Key of `catalogue_desk.problem`. */
  readonly problem: string;
}

function setMember(document: Map<string, unknown>, member: string, parsed: unknown): void {
  const [root = '', child] = member.split('.');
  if (child === undefined) document.set(root, parsed);
  else if (parsed !== null || document.get(root) !== null) {
    const existing = document.get(root);
    document.set(root, { ...(isObject(existing) ? existing : {}), [child]: parsed ?? '' });
  }
}

/** Makes a nullable text null if all its languages are empty. */
function withoutEmptyPairs(columns: readonly ColumnRule[], document: Map<string, unknown>): void {
  for (const { member, mayBeNull } of columns) {
    const [root = '', child] = member.split('.');
    const texts = document.get(root);
    if (child !== undefined && mayBeNull && isObject(texts) && Object.values(texts).every((text) => text === '')) document.set(root, null);
  }
}

/** The members in a row of cells, and every cell that cannot be read. A column that the file lacks changes no member. */
export function readRow(
  columns: readonly ColumnRule[],
  cells: Readonly<Record<string, string>>,
  decimals: RowDecimals,
): { readonly members: Document; readonly invalidCells: readonly InvalidCell[] } {
  const document = new Map<string, unknown>();
  const invalidCells: InvalidCell[] = [];
  const fileColumns = columns.filter(({ name }) => Object.hasOwn(cells, name));
  for (const rule of fileColumns) {
    const result = readCell((cells[rule.name] ?? '').trim(), rule, decimals);
    if (result.ok) setMember(document, rule.member, result.value);
    else invalidCells.push({ column: rule.name, problem: result.problem });
  }
  withoutEmptyPairs(fileColumns, document);
  return { members: Object.fromEntries(document), invalidCells };
}
