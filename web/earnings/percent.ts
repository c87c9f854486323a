import { formatDecimal } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';

/** Formats a percentage for people: `0,5 %`. */
export const percentText = (text: string, locale: Locale): string => formatDecimal(text, { locale }) + (locale === 'ru' ? '\u00A0%' : '%');
