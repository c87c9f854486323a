import { expect, test } from 'vitest';
import { type BlacklistKind, readEntryValue, readManualEntry } from './blacklist.ts';

const messageOf = (kind: Exclude<BlacklistKind, 'network'>, input: string) => {
  const read = readManualEntry(kind, input);
  return read.ok ? read.value : read.refusals.map(({ field, message }) => `${field} ${message}`).join();
};

test('a part of an address or account is refused in every network', () => {
  for (const part of [
    '1A1zP1',
    '0xAe133361722d950AA6197943fd58886262882c9',
    'bc1qwztguyywgk9295q7gek2yqtzv506c974q7eue',
    'TQ3EQcysLpuMCYHnkX2o7S',
    'ltc1qnhk39',
    'DE893704',
    'P12345',
    '408178',
  ])
    expect(messageOf('wallet', part), part).toBe('value listed_wallet');
});

test('complete addresses and accounts of every shape are accepted', () => {
  expect(messageOf('wallet', '0xAe133361722d950AA6197943fd58886262882c9d')).toBe('0xae133361722d950aa6197943fd58886262882c9d');
  expect(messageOf('wallet', 'BITCOIN:BC1QWZTGUYYWGK9295Q7GEK2YQTZV506C974Q7EUE7')).toBe('bc1qwztguyywgk9295q7gek2yqtzv506c974q7eue7');
  for (const whole of [
    'bc1qwztguyywgk9295q7gek2yqtzv506c974q7eue7',
    'TQ3EQcysLpuMCYHnkX2o7SV2x4vsXMycYN',
    'UQBgZ-VIvoF5_EWQ8yqgdv3InTXHROulZjE43ptDRaykxMaL',
    'DE89 3704 0044 0532 0130 00',
    '40817 810-0999 1000 4312',
    'P1012345678',
    '410011234567890',
    '13UVJyLnbVp9RBZYFwFGyDvVd1y27Tt8tkntv6Q7JVPhFsTB',
  ])
    expect(readManualEntry('wallet', whole).ok, whole).toBe(true);
});

test('a part of a card, phone or mailbox is refused with what is missing; a short account from an order is accepted', () => {
  expect(messageOf('card', '2202 2000 0000')).toBe('value listed_card');
  expect(messageOf('phone', '916 123')).toBe('value invalid_phone');
  expect(messageOf('email', 'ivan@')).toBe('value invalid_email');
  expect(readEntryValue('wallet', 'GE29NB0000').ok).toBe(true);
});
