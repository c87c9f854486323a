import { expect, test } from 'vitest';
import { networkOf, onNetwork } from './address.ts';

// Of one throw-away wallet; the other networks' forms are from the wallet on these networks
const MAIN = '43mEhjzkY2XdC8ohvipHegfhQreW3yMxo9Sbx3Qa4iA5eyqA9H9QvNkPMm5UWhQn6hDFhNmyAB6tPAo2SpJsEzJLKwPVT8x';
const SUBADDRESS = '8AqK4XJrmFMAUNeWCAN7tCcL1XLsCEqA4U5da6uKvV7X4BxcdqnsRSCCSsLRoj2Fev1mdMb4wa43yfGxTj7B8zFuBg8VGKK';
/** The example of Monero's documentation. */
const INTEGRATED = '4LL9oSLmtpccfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2bYXZKKQePHES9khPK';

test('networks of addresses', () => {
  for (const address of [MAIN, SUBADDRESS, INTEGRATED]) expect(networkOf(address)).toBe('main');
  expect(networkOf(onNetwork(SUBADDRESS, 'test') ?? '')).toBe('test');
  expect(networkOf(onNetwork(SUBADDRESS, 'stage') ?? '')).toBe('stage');
});

test.each([
  ['a wrong last character', `${MAIN.slice(0, -1)}y`],
  ['a missing character', MAIN.slice(1)],
  ['another coin', 'LQTpS3VaYTjCr4s9Y1t5zbeY26zevf7Fb3'],
  ['characters that are never used', MAIN.replace('j', '0')],
  ['nothing', ''],
])('%s is no address', (_, text) => {
  expect(networkOf(text)).toBeUndefined();
  expect(onNetwork(text, 'test')).toBeUndefined();
});

test('the same keys on another network, and back', () => {
  for (const address of [MAIN, SUBADDRESS, INTEGRATED])
    for (const network of ['test', 'stage'] as const) {
      const moved = onNetwork(address, network) ?? '';
      expect(moved).not.toBe(address);
      expect(onNetwork(moved, 'main')).toBe(address);
    }
  expect(onNetwork(MAIN, 'stage')).toMatch(/^5/);
  expect(onNetwork(MAIN, 'test')).toMatch(/^[9A]/);
});
