import { expect, test } from 'vitest';
import { isTextShown } from './find-text.ts';

test.each([
  ['Ждём {{given}}: время вышло', 'время', true],
  ['Выплата задерживается, новый срок: {{at}}', 'Выплата задерживается, новый срок: 12:40', true],
  ['Отправим обратно {{returned}}. Напишем', 'отправим обратно 8 410 ₽.  Напишем', true],
  ['Отправим обратно {{returned}}. Напишем', 'отправим обратно', true],
  ['Отправим обратно {{returned}}. Напишем', 'Напишем. Отправим обратно', false],
  // Too little in common: a full stop is in every sentence
  ['{{a}}.', 'Любая фраза.', false],
  ['{{heading}} · заявка {{id}}', 'Письмо не пришло', false],
])('%s is found by %s: %s', (text, shown, isFound) => {
  expect(isTextShown(text, shown)).toBe(isFound);
});
