import { expect, test } from 'vitest';
import { checkPassword } from './password.ts';

const reasonOf = (password: string, role?: string) => {
  const checked = checkPassword(password, 'maria@example.com', role);
  return checked.ok ? 'fine' : (checked.refusals[0]?.message ?? checked.refusals[0]?.code);
};

test.each([
  ['Correct horse 1', 'fine'],
  ['Пароль Ab1', 'fine'],
  ['Short1a', 'too_short'],
  ['correct horse 1', 'weak_password'],
  ['CORRECT HORSE 1', 'weak_password'],
  ['Correct horse', 'weak_password'],
  ['Password1', 'common_password'],
  ['Qwerty123!', 'common_password'],
  ['Maria2026', 'common_password'],
])('%s: %s', (password, reason) => {
  expect(reasonOf(password)).toBe(reason);
});

test.each([
  ['Correct horse 1', 'fine'],
  ['Correcthorse1', 'weak_password_special'],
  ['Пароль2026Ab', 'weak_password_special'],
  ['Qwerty123!', 'common_password'],
])('%s of an operator: %s', (password, reason) => {
  expect(reasonOf(password, 'cashier')).toBe(reason);
});
