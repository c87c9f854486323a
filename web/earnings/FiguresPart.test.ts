import { expect, test } from 'vitest';
import { loadMessages } from '#locales/load.ts';
import { registerMessages, translatorOf } from '#web/i18n/translator.ts';
import { figuresTable } from './FiguresPart.tsx';

test('every figure of the table has a column name', () => {
  registerMessages('en', loadMessages('en'));
  const step = { from: '2026-11-01', clicks: 5, visitors: 4, orders: 3, completed: 2, turnover_usd: '100', income_usd: '1.50' };
  const { columnNames, rows } = figuresTable({ by: 'day', steps: [step] }, translatorOf('en'), 'en');
  expect(columnNames).toEqual(['When', 'Clicks', 'Visitors', 'Orders', 'Completed', 'Turnover', 'Income']);
  expect(rows[0]).toHaveLength(columnNames.length);
});
