import { expect, test } from 'vitest';
import { type FilledField, refusalOf } from './wrong-fields.ts';

const field = (part: Partial<FilledField>): FilledField => ({ type: 'text', isRequired: true, value: '', isUnreadable: false, ...part });
const REQUIRED = { code: 'required' };
const INVALID_EMAIL = { code: 'invalid_format', message: 'invalid_email' };

test('spaces do not fill a required field, but they count in a password', () => {
  expect(refusalOf(field({ value: '' }))).toEqual(REQUIRED);
  expect(refusalOf(field({ value: ' \n' }))).toEqual(REQUIRED);
  expect(refusalOf(field({ type: 'password', value: ' ' }))).toBeNull();
  expect(refusalOf(field({ isRequired: false, value: '' }))).toBeNull();
  expect(refusalOf(field({ type: 'select-one', value: '' }))).toEqual(REQUIRED);
  expect(refusalOf(field({ type: 'file', value: String.raw`C:\fakepath\a.csv` }))).toBeNull();
});

test('an e-mail is checked by the rules of the site, required or not', () => {
  expect(refusalOf(field({ type: 'email', value: 'nobody@nowhere' }))).toEqual(INVALID_EMAIL);
  expect(refusalOf(field({ type: 'email', isRequired: false, value: 'nobody' }))).toEqual(INVALID_EMAIL);
  expect(refusalOf(field({ type: 'email', isRequired: false, value: '' }))).toBeNull();
  expect(refusalOf(field({ type: 'email', value: ' a@example.com ' }))).toBeNull();
});

test('an incomplete date is invalid, not empty', () => {
  expect(refusalOf(field({ type: 'datetime-local', isRequired: false, isUnreadable: true }))).toEqual({ code: 'invalid_format' });
});
