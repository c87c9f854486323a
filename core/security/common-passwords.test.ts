import { expect, it, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { checkPassword, passwordStrength } from './password.ts';

/** Common words, before capitals and digits are added to satisfy the rule. */
const WORDS = `password qwerty welcome admin dragon monkey football baseball sunshine princess michael jessica charlie jordan liverpool
superman batman master shadow freedom whatever starwars summer winter spring autumn letmein iloveyou trustno ashley daniel jennifer
hunter killer pepper ginger cowboy soccer hockey ranger thomas robert andrew joshua matthew chelsea arsenal london samsung computer
internet natasha sergey andrey dmitriy vladimir privet parol bitcoin spartak zenit moskva lubov solnce kotenok zxcvbnm asdfgh qazwsx
gfhjkm ghbdtn yfnfif razmen`.split(/\s+/);
const TAILS = [
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '1!',
  '123!',
  '01',
  '007',
  '11',
  '99',
  '2020',
  '2021',
  '2024',
  '2025',
  '2026',
  '1990',
  '1985',
  '01011990',
  '321',
  '777',
  '111',
  '000',
];
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const dressed = WORDS.flatMap((word) => [
  ...TAILS.map((tail) => capital(word) + tail),
  ...TAILS.slice(0, 12).map((tail) => word.slice(0, -1) + word.slice(-1).toUpperCase() + tail),
  ...TAILS.slice(2, 10).map((tail) => tail + capital(word)),
  ...TAILS.slice(0, 4).map((tail) => capital(word.replaceAll('o', '0').replaceAll('a', '@').replaceAll('i', '1')) + tail),
]);

test('three thousand of the most common passwords are refused', () => {
  const candidates = [...new Set(dressed)].filter((one) => /[a-z]/.test(one) && /[A-Z]/.test(one) && /\d/.test(one) && one.length >= 8);
  expect(candidates.length).toBeGreaterThan(3_000);
  expect(candidates.filter((one) => checkPassword(one, 'maria@example.com').ok)).toEqual([]);
});

it.each(
  `Passw0rd P@ssw0rd1 Qwertyuiop1 Abc12345 Abcd1234 Aa123456 A1234567 1qaz2WSX 1Q2w3e4r Q1w2e3r4 Zaq12wsx Blink182 Testtest1 Qwe12345
  QWEasd123 Qweasdzxc123 1234Qwer Aaa11111 ABCabc123 Qweqwe123 M1chael1 Nastya123`.split(/\s+/),
)('%s is a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

it.each([
  'Correct horse 1',
  'vX7-mq2-Lp9-zT4',
  'Tr0ub4dor&3',
  'Zelenaya-Lampa-7421',
  'kR8wq0Pz',
  'Dragon-84719273',
  'MyDogRex2019!x',
  'Владимир Q7w',
])('%s is not a common password', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test('a password may be long, in any alphabet, with spaces (R35)', () => {
  for (const long of [`Ключ от сейфа 7 ${'я'.repeat(110)}aB`, `${'漢'.repeat(120)}aB3`, `🔑Ab3${'é'.repeat(124)}`]) {
    expect([...long].length).toBeGreaterThanOrEqual(123);
    expect(checkPassword(long, 'maria@example.com').ok).toBe(true);
  }
  expect(checkPassword('  aB3     ', 'maria@example.com').ok).toBe(true);
});

test('the strength shows what would be refused, and grows with length', () => {
  expect(['Password1', 'kR8wq0Pz', 'Correct horse 1', 'Correct horse battery 1'].map((one) => passwordStrength(one, ''))).toEqual([
    'refused',
    'fair',
    'good',
    'strong',
  ]);
});
