import { expect, test } from 'vitest';
import { LOCALES } from '#core/locale.ts';
import { loadMessages } from '#locales/load.ts';
import { registerMessages, translatorOf } from '#web/i18n/translator.ts';
import { deviationText } from './RateBoard.tsx';

test('the difference from the market says for whom it is better', () => {
  for (const locale of LOCALES) registerMessages(locale, loadMessages(locale));
  const inBoth = (percent: string) => LOCALES.map((locale) => deviationText(percent, translatorOf(locale), locale));
  expect(inBoth('-3.84')).toEqual(['на 3,84\u00A0% хуже рынка', '3.84% worse than market']);
  expect(inBoth('0.5')).toEqual(['на 0,5\u00A0% лучше рынка', '0.5% better than market']);
  expect(inBoth('0')).toEqual(['по рынку', 'at market rate']);
});
