import { expect, it } from 'vitest';
import type { Rail } from '#server/adapters/rails/port.ts';
import { makePaymentSystem } from '#tests/make/catalogue.ts';
import { transactionUrl } from './transaction-url.ts';

const rail = { capabilities: { transactionUrl: (_system: unknown, hash: string) => `https://rail.example/${hash}` } } as unknown as Rail;
const rails = new Map([['evm', rail]]);
const system = makePaymentSystem({ code: 'ETH', rail: 'evm' });

it("a transaction's page is that of the payment system's explorer, else of its rail", () => {
  expect(transactionUrl({ rails }, { system, hash: 'ab' })).toBe('https://rail.example/ab');
  expect(transactionUrl({ rails }, { system, hash: 'ab', rail: 'gone' })).toBeNull();
  const own = { ...system, railSettings: { explorer_url: 'https://own.example/{tx}' } };
  expect(transactionUrl({ rails }, { system: own, hash: 'ab' })).toBe('https://own.example/ab');
  expect(
    transactionUrl({ rails }, { system: { ...own, railSettings: { explorer_url: 'http://own.example/{tx}' } }, hash: 'ab' }),
  ).toBeNull();
});
