import { expect, it } from 'vitest';
import { paymentUri } from './payment-uri.ts';

const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const contract = '0xdac17f958d2ee523a2206206994597c13d831ec7';

it('requests coin with its value in wei', () => {
  expect(paymentUri({ address, contract: null, chainId: 1, amount: 2_014_000_000_000_000_000n })).toBe(
    `ethereum:${address}@1?value=2014000000000000000`,
  );
});

it('requests a token by a call of its contract', () => {
  expect(paymentUri({ address, contract, chainId: 56, amount: 25_500_000n })).toBe(
    `ethereum:${contract}@56/transfer?address=${address}&uint256=25500000`,
  );
});
