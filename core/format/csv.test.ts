import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

const line = (...cells: string[]) => toCsv([cells]).slice(1, -2);

test('cells are quoted where needed', () => {
  expect(line('a', 'b c', 'д,е', 'say "yes"', 'two\nlines', ' x')).toBe('a,b c,"д,е","say ""yes""","two\nlines"," x"');
});

test.each(['=1+1', '+7 900', '-cmd', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])('%j is not a formula', (text) => {
  expect(line(text).replace(/^"/, '')).toMatch(/^'/);
});

test.each(['x;=1+1', 'x;  =1+1', 'x\n=1+1', 'x\t+7', 'a;b;@SUM(A1)'])('%j has no formula after a separator', (text) => {
  expect(line(text)).not.toMatch(/[;\t\r\n]\s*[=+\-@]/);
});

test('a number stays a number', () => {
  expect(line('-12.50', '7')).toBe('-12.50,7');
});
