import { expect, test } from 'vitest';
import { fieldLabel, placeOf } from './text-words.ts';

const MESSAGES: Readonly<Record<string, string>> = { 'office.status.paid': 'оплачена' };
const t = (key: string, params: Readonly<Record<string, string | number>> = {}) =>
  MESSAGES[key] ?? [key.replace('office_texts.', ''), ...Object.values(params)].join(' ').trim();

test('a part of an e-mail is named by what it is, any other text by itself', () => {
  const label = (name: string, delivered = '') =>
    fieldLabel({ name, delivered }, (key) => MESSAGES[key] ?? key.replace('office_texts.', ''));
  expect(label('heading')).toBe('role.heading');
  expect(label('open')).toBe('role.button');
  expect(label('heading_few')).toBe('role.heading, plural.few');
  expect(label('lead_page')).toBe('role.lead, other_case');
  expect(label('rate_now', 'Курс {{rate}} сейчас')).toBe('Курс … сейчас');
});

test('the place of a text is told by the kind of e-mail and the state of the order', () => {
  const key = (name: string) => MESSAGES[name] ?? name;
  expect(placeOf('order_letters.status.paid', t)).toBe('place.status letters.order_letters оплачена');
  expect(placeOf('order_letters.status.look_check', key)).toBe('office_texts.letters.order_letters');
  expect(placeOf('order_letters.line', t)).toBe('place.every letters.order_letters');
  expect(placeOf('card_letters', t)).toBe('place.every letters.card_letters');
  expect(placeOf('card_letters.several', t)).toBe('place.several letters.card_letters');
  expect(placeOf('telegram', t)).toBe('letters.telegram');
});
