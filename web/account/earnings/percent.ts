import { formatDecimal } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';

/** A rate in percent as it is read: `0,5 %`. */
export const percentText = (text: string, locale: Locale): string => formatDecimal(text, { locale }) + (locale === 'ru' ? '\u00A0%' : '%');
