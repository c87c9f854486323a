import { expect, test } from 'vitest';
import { keyName, type Press } from './key-name.ts';

const press = (code: string, key: string, held: Partial<Press> = {}): Press => ({
  code,
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  ...held,
});

test('a key is named by its physical position: the Russian layout and Caps Lock change nothing', () => {
  expect(keyName(press('KeyJ', 'j'))).toBe('j');
  expect(keyName(press('KeyJ', 'о'))).toBe('j');
  expect(keyName(press('KeyB', 'И'))).toBe('b');
  expect(keyName(press('Slash', '.'))).toBe('/');
  expect(keyName(press('Backslash', '/', { shiftKey: true }))).toBe('/');
  expect(keyName(press('Slash', '?', { shiftKey: true }))).toBe('?');
  expect(keyName(press('Slash', ',', { shiftKey: true }))).toBe('?');
  expect(keyName(press('Digit7', '?', { shiftKey: true }))).toBe('?');
  expect(keyName(press('Digit1', '&'))).toBe('1');
  expect(keyName(press('Numpad3', '3'))).toBe('3');
  expect(keyName(press('NumpadEnter', 'Enter'))).toBe('Enter');
});

test('keys of the browser have no name', () => {
  expect(keyName(press('KeyC', 'c', { ctrlKey: true }))).toBeNull();
  expect(keyName(press('KeyC', 'с', { metaKey: true }))).toBeNull();
  expect(keyName(press('Digit1', '!', { shiftKey: true }))).toBeNull();
  expect(keyName(press('F5', 'F5'))).toBeNull();
});
