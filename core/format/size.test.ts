import { expect, it } from 'vitest';
import { formatSize } from './size.ts';

it('shows the size of a file in the units of the language', () => {
  expect([1, 1_025, 1_048_575].map((bytes) => formatSize(bytes, 'ru'))).toEqual(['1\u00A0КБ', '2\u00A0КБ', '1024\u00A0КБ']);
  expect([formatSize(1_572_864, 'ru'), formatSize(1_572_864, 'en'), formatSize(2_048, 'en')]).toEqual([
    '1,5\u00A0МБ',
    '1.5\u00A0MB',
    '2\u00A0KB',
  ]);
});
