import { formatDecimal } from '#core/format/amount.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import type { Locale } from '#core/locale.ts';
import type { RateGridAttributes } from '#contract/office/catalogue/rate-desk.ts';

/** Value of a cell, as in the catalogue's documents (parts per million, minor units as text). */
export type CellValue = boolean | string | number | null;

export type GridSystem = RateGridAttributes['systems'][number];

/** Payment systems of a line: they give amounts their currency and scale. */
export type Sides = Readonly<Record<'income' | 'outcome', GridSystem>>;

/** Members of a direction that the grid edits. */
export const MEMBERS = [
  'enabled',
  'rateType',
  'marginPpm',
  'incomeFeePpm',
  'outcomeFeePpm',
  'incomeFeeFixed',
  'outcomeFeeFixed',
  'minIncome',
  'maxIncome',
] as const;
export type Member = (typeof MEMBERS)[number];

/** Read-only columns. */
const READ = ['income', 'outcome', 'rate', 'deviation', 'place'] as const;

/** Read-only columns come first, so that a pasted block covers editable cells only. */
export const COLUMNS = [...READ, ...MEMBERS] as const;
export type ColumnName = (typeof COLUMNS)[number];

export const isMember = (name: ColumnName): name is Member => !(READ as readonly string[]).includes(name);

/** Why a text is not a value of its column: a key of `rates.wrong`. */
export type Wrong = 'not_percent' | 'percent_range' | 'not_amount' | 'decimals' | 'not_switch' | 'not_type';

export type Parsed = { readonly ok: true; readonly value: CellValue } | { readonly ok: false; readonly wrong: Wrong };

const value = (given: CellValue): Parsed => ({ ok: true, value: given });
const wrong = (why: Wrong): Parsed => ({ ok: false, wrong: why });

const PERCENT = /^([-−+]?)(\d{1,3})?(?:[.,](\d{1,4})?)?\s*%?$/;
/** Limits of directions (`core/payment-system/direction-rules.ts`); fees are never negative. */
const MIN_PPM: Readonly<Partial<Record<Member, number>>> = { marginPpm: -100_000 };
const MAX_PPM = 500_000;

function parsePercent(text: string, member: Member): Parsed {
  const match = PERCENT.exec(text.trim());
  const [, sign = '', whole = '', decimals = ''] = match ?? [];
  if (!match || whole + decimals === '') return wrong('not_percent');
  const size = Number(whole || '0') * 10_000 + Number(decimals.padEnd(4, '0'));
  const ppm = sign === '-' || sign === '−' ? -size : size;
  return ppm < (MIN_PPM[member] ?? 0) || ppm > MAX_PPM ? wrong('percent_range') : value(ppm === 0 ? 0 : ppm);
}

function parseMoney(text: string, system: GridSystem, empty: CellValue): Parsed {
  if (text.trim() === '' || text.trim() === '—') return value(empty);
  const parsed = parseAmount(text, system);
  if (parsed.ok) return value(String(parsed.minor));
  return wrong(parsed.problem === 'too_many_decimals' ? 'decimals' : 'not_amount');
}

/** How values are written and parsed in the present language; the first word of each list is shown. */
export interface CellFormat {
  readonly locale: Locale;
  readonly words: Readonly<Record<'on' | 'off' | 'fixed' | 'floating', readonly string[]>>;
}

const hasWord = (words: readonly string[], text: string): boolean => words.includes(text.trim().toLowerCase());

function parseSwitch(text: string, { words }: CellFormat): Parsed {
  if (hasWord(words.on, text)) return value(true);
  return hasWord(words.off, text) ? value(false) : wrong('not_switch');
}

function parseType(text: string, { words }: CellFormat): Parsed {
  if (hasWord(words.fixed, text)) return value('fixed');
  return hasWord(words.floating, text) ? value('floating') : wrong('not_type');
}

interface MemberRule {
  readonly parse: (text: string, line: Sides, cellFormat: CellFormat) => Parsed;
  readonly format: (given: CellValue, line: Sides, cellFormat: CellFormat) => string;
}

const moneyText = (value: CellValue, system: GridSystem, locale: Locale): string =>
  value === null ? '' : formatDecimal(formatAmount(BigInt(String(value)), system.scale), { locale });

const percent = (member: Member): MemberRule => ({
  parse: (text) => parsePercent(text, member),
  format: (given, _line, { locale }) => formatDecimal(formatAmount(BigInt(Number(given)), 4), { locale }),
});
const money = (side: 'income' | 'outcome', empty: CellValue): MemberRule => ({
  parse: (text, line) => parseMoney(text, line[side], empty),
  format: (given, line, { locale }) => moneyText(given, line[side], locale),
});

const RULES: Readonly<Record<Member, MemberRule>> = {
  enabled: {
    parse: (text, _line, cellFormat) => parseSwitch(text, cellFormat),
    format: (given, _line, { words }) => words[given === true ? 'on' : 'off'][0] ?? '',
  },
  rateType: {
    parse: (text, _line, cellFormat) => parseType(text, cellFormat),
    format: (given, _line, { words }) => words[given === 'floating' ? 'floating' : 'fixed'][0] ?? '',
  },
  marginPpm: percent('marginPpm'),
  incomeFeePpm: percent('incomeFeePpm'),
  outcomeFeePpm: percent('outcomeFeePpm'),
  incomeFeeFixed: money('income', '0'),
  outcomeFeeFixed: money('outcome', '0'),
  minIncome: money('income', null),
  maxIncome: money('income', null),
};

/** Parses the text of a cell: dot or comma, group separators, a percent sign, words of the language. */
export const parseCell = (member: Member, text: string, at: { readonly line: Sides; readonly cellFormat: CellFormat }): Parsed =>
  RULES[member].parse(text, at.line, at.cellFormat);

/** A value as text, for reading, editing and copying. */
export const formatCell = (member: Member, given: CellValue, at: { readonly line: Sides; readonly cellFormat: CellFormat }): string =>
  RULES[member].format(given, at.line, at.cellFormat);

/** The other value of a switch or a rate type; undefined for other columns. */
export function toggled(member: Member, given: CellValue): CellValue | undefined {
  if (member === 'enabled') return given !== true;
  if (member === 'rateType') return given === 'fixed' ? 'floating' : 'fixed';
  return undefined;
}
