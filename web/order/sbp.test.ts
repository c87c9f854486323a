import { expect, it } from 'vitest';
import { isSbpLink } from './sbp.ts';

it.each([
  ['https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M?type=01&bank=000000000001&sum=10000&cur=RUB&crc=F3D0', true],
  ['http://qr.nspk.ru/AS10', false],
  ['https://qr.nspk.ru.example/AS10', false],
  ['https://qr.nspk.ru@example.com/AS10', false],
  ['https://name@qr.nspk.ru/AS10', false],
  ['javascript:qr.nspk.ru', false],
  ['qr.nspk.ru/AS10', false],
])('%s is a payment link of SBP: %s', (url, isOne) => {
  expect(isSbpLink(url)).toBe(isOne);
});
