import { expect, it } from 'vitest';
import { textProblem, variablesOf } from './check-text.ts';

const rules = { original: 'Заявка {{id}}: выплатили {{got}}', origin: 'https://shop.example' };

it.each([
  ['Деньги в пути: {{got}}, заявка {{id}}, {{brand}}', undefined],
  ['{{id}} {{got}} https://shop.example и т. д.', undefined],
  ['{{id}} {{got}}, т.е. выплатили', undefined],
  ['   ', 'empty'],
  [`{{id}}{{got}}${'я'.repeat(400)}`, 'too_long'],
  ['{{id}} {{got}} {{secret}}', 'unknown_variable'],
  ['Заявка {{id}}', 'missing_variable'],
  ['{{id}} {{got}} {{- got}}', 'wrong_braces'],
  ['{{id}} {{got}} $t(order_letters.open)', 'wrong_braces'],
  ['{{id}}\n{{got}}', 'line_break'],
  ['{{id}} {{got}} \u202Eevil', 'control'],
  ['{{id}} {{got}} https://evil.example/shop.example', 'foreign_link'],
  ['{{id}} {{got}} shop.example.evil.ru', 'foreign_link'],
  ['{{id}} {{got}} платите.рф', 'foreign_link'],
  ['{{id}} {{got}} пишите @shop_support', 'foreign_link'],
  ['{{id}} {{got}} help@evil.ru', 'foreign_link'],
  ['{{id}} {{got}} javascript:alert(1)', 'foreign_link'],
])('%j is %s', (text, problem) => {
  expect(textProblem(text, rules)).toBe(problem);
});

it('variables are listed once each', () => {
  expect(variablesOf('{{a}} {{b}} {{a}}')).toEqual(['a', 'b']);
});
