import { expect, it } from 'vitest';
import { marketChange, marketPrice, shortSum } from './market-figure.ts';

it('large sums are shown with a word, cut and never rounded up', () => {
  expect(shortSum('1945999999999.9', 'ru')).toEqual({ figure: '1,94', scale: 'trillion' });
  expect(shortSum('1000000000', 'en')).toEqual({ figure: '1.00', scale: 'billion' });
  expect(shortSum('45678901', 'en')).toEqual({ figure: '45.67', scale: 'million' });
  expect(shortSum('999999.9', 'ru')).toEqual({ figure: '999\u00A0999', scale: null });
});

it('prices have cents from one dollar on, else significant digits', () => {
  expect(marketPrice('97250.5', 'ru')).toBe('97\u00A0250,50');
  expect(marketPrice('1', 'en')).toBe('1.00');
  expect(marketPrice('0.9998765', 'en')).toBe('0.99987');
  expect(marketPrice('0.000012345678', 'en')).toBe('0.000012345');
});

it('changes have a sign, and a zero change is neither up nor down', () => {
  expect(marketChange('1.239', 'en')).toEqual({ drift: 'up', shown: '+1.24%', size: '1.24%' });
  expect(marketChange('-1.239', 'en')).toEqual({ drift: 'down', shown: '\u22121.24%', size: '1.24%' });
  expect(marketChange('-0.0051', 'en')).toMatchObject({ drift: 'down', shown: '\u22120.01%' });
  expect(marketChange('9.9949999', 'en').shown).toBe('+9.99%');
  expect(marketChange('99.995', 'en').shown).toBe('+100.00%');
  expect(marketChange('2', 'en').shown).toBe('+2.00%');
  expect(marketChange('-0.004', 'ru')).toMatchObject({ drift: 'still', shown: '0,00\u00A0%' });
});
