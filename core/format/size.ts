import type { Locale } from '#core/locale.ts';
import { formatDecimal } from './amount.ts';

const UNITS = { ru: ['КБ', 'МБ'], en: ['KB', 'MB'] } as const satisfies Readonly<Record<Locale, readonly [string, string]>>;
const KIB = 1_024;
const MIB = 1_048_576;

/** A file size: whole kilobytes rounded up, megabytes with one decimal. */
export function formatSize(bytes: number, locale: Locale): string {
  const [kilo, mega] = UNITS[locale];
  if (bytes < MIB) return `${Math.ceil(bytes / KIB)}\u00A0${kilo}`;
  return `${formatDecimal((bytes / MIB).toFixed(1), { locale })}\u00A0${mega}`;
}
