import { isDigits, withoutGroupMarks } from './digits.ts';

/** Number of digits for the countries of our customers; other countries may have 7 to 15 (E.164). */
const LENGTH_BY_PREFIX: readonly (readonly [prefix: string, digits: number])[] = [
  ['7', 11],
  ['1', 11],
  ['370', 11],
  ['371', 11],
  ['373', 11],
  ['374', 11],
  ['375', 12],
  ['380', 12],
  ['992', 12],
  ['993', 11],
  ['994', 12],
  ['995', 12],
  ['996', 12],
  ['998', 12],
  ['48', 11],
  ['90', 12],
];
/** After +7, numbers of Russia and Kazakhstan start with 3-9, never with 0-2. */
const RUSSIAN_MOBILE = /^9[0-9]{9}$/;
const AFTER_SEVEN = /^7[3-9]/;

/**
 * A phone number in E.164; undefined for other text. Removes spaces, brackets and hyphens; `8 (916) ...`, `7 916 ...` and `916 123-45-67`
 * become `+7`, `00` becomes `+` (spec 5).
 */
export function normalisePhone(text: string): string | undefined {
  const compact = withoutGroupMarks(text);
  const digits = digitsWithCountry(compact);
  if (digits === undefined || !isDigits(digits) || digits.startsWith('0')) return undefined;
  if (digits.length < 7 || digits.length > 15) return undefined;
  const rule = LENGTH_BY_PREFIX.find(([prefix]) => digits.startsWith(prefix));
  if (rule && digits.length !== rule[1]) return undefined;
  if (digits.startsWith('7') && !AFTER_SEVEN.test(digits)) return undefined;
  return `+${digits}`;
}

function digitsWithCountry(compact: string): string | undefined {
  if (compact.startsWith('+')) return compact.slice(1);
  if (compact.startsWith('00')) return compact.slice(2);
  if (compact.length === 11 && compact.startsWith('8')) return `7${compact.slice(1)}`;
  // A Russian mobile number without a country code
  if (RUSSIAN_MOBILE.test(compact)) return `7${compact}`;
  // Without a plus only a text long enough to contain a country code is accepted
  return compact.length >= 11 ? compact : undefined;
}
