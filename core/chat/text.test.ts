import { expect, test } from 'vitest';
import { fillCanned, unknownVariables, cleanChatText, maskCardNumbers } from './text.ts';

test('a message keeps its lines and loses invisible characters', () => {
  expect(cleanChatText('  Здравствуйте\r\nгде\tденьги\u0007?\u202E \u2028ok \n\n\n\n\n👨‍👩‍👧 ')).toBe(
    'Здравствуйте\nгде деньги?\nok\n\n\n👨‍👩‍👧',
  );
  expect(cleanChatText('\u0000\u200E \n')).toBe('');
  expect(cleanChatText('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
});

test('a card number is masked in any form, other numbers are not', () => {
  expect(maskCardNumbers('карта 4111 1111 1111 1111, вот')).toBe('карта 411111******1111, вот');
  expect(maskCardNumbers('4111-1111-1111-1111 и 5555555555554444')).toBe('411111******1111 и 555555******4444');
  for (const plain of ['заказ 4111111111111112', '+7 916 123-45-67', '0x41111111', '12 500.00']) expect(maskCardNumbers(plain)).toBe(plain);
});

test('a canned reply is filled; a placeholder without a value stays visible', () => {
  expect(fillCanned('Заказ {order}, {name}!', { order: 'A1', name: null })).toBe('Заказ A1, {name}!');
  expect(unknownVariables('{order} {sum} {} {name}')).toEqual(['sum', '']);
});
