import { expect, test } from 'vitest';
import { type FilledField, refusalOf } from './wrong-fields.ts';

const field = (part: Partial<FilledField>): FilledField => ({ type: 'text', isRequired: true, value: '', isUnreadable: false, ...part });
const REQUIRED = { code: 'required' };
const INVALID_EMAIL = { code: 'invalid_format', message: 'invalid_email' };

test('a field that must be filled in is not filled in by spaces; a password is', () => {
  expect(refusalOf(field({ value: '' }))).toEqual(REQUIRED);
  expect(refusalOf(field({ value: ' \n' }))).toEqual(REQUIRED);
  expect(refusalOf(field({ type: 'password', value: ' ' }))).toBeNull();
  expect(refusalOf(field({ isRequired: false, value: '' }))).toBeNull();
  expect(refusalOf(field({ type: 'select-one', value: '' }))).toEqual(REQUIRED);
  expect(refusalOf(field({ type: 'file', value: String.raw`C:\fakepath\a.csv` }))).toBeNull();
});

test('an e-mail is judged as on the site, required or not', () => {
  expect(refusalOf(field({ type: 'email', value: 'nobody@nowhere' }))).toEqual(INVALID_EMAIL);
  expect(refusalOf(field({ type: 'email', isRequired: false, value: 'nobody' }))).toEqual(INVALID_EMAIL);
  expect(refusalOf(field({ type: 'email', isRequired: false, value: '' }))).toBeNull();
  expect(refusalOf(field({ type: 'email', value: ' a@example.com ' }))).toBeNull();
});

test('half a date is no empty one', () => {
  expect(refusalOf(field({ type: 'datetime-local', isRequired: false, isUnreadable: true }))).toEqual({ code: 'invalid_format' });
});
