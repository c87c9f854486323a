import { describe, expect, it } from 'vitest';
import { judgeReceipt } from './judge-payout.ts';
import type { PayoutTerms } from './payout-store.ts';
import { type Receipt, topicOfAddress, TRANSFER_TOPIC } from './translate.ts';

const address = (fill: string) => `0x${fill.repeat(40)}` as const;
const hash = (fill: string) => `0x${fill.repeat(64)}` as const;
const coin: PayoutTerms = {
  reference: 'r',
  rail: 'evm',
  paymentSystemCode: 'ETH',
  contract: null,
  destination: address('2'),
  amount: 500n,
  requiredConfirmations: 3,
};
const token: PayoutTerms = { ...coin, paymentSystemCode: 'USDTERC20', contract: address('c') };

const receipt = (over: Partial<Receipt> = {}): Receipt => ({
  transactionHash: hash('d'),
  blockNumber: 100,
  blockHash: hash('a'),
  status: 1,
  gasUsed: 21_000n,
  effectiveGasPrice: 3n,
  logs: [],
  ...over,
});
const moved = (
  over: { readonly contract?: `0x${string}`; readonly to?: `0x${string}`; readonly amount?: bigint } = {},
): Receipt['logs'][number] => ({
  address: over.contract ?? address('c'),
  topics: [TRANSFER_TOPIC, hash('1'), topicOfAddress(over.to ?? address('2')) as `0x${string}`],
  data: `0x${(over.amount ?? 500n).toString(16).padStart(64, '0')}`,
  blockNumber: 100,
  blockHash: hash('a'),
  transactionHash: hash('d'),
  logIndex: 0,
  removed: false,
});

describe('a mined payout', () => {
  it('waits for its confirmations, whatever its result', () => {
    expect(judgeReceipt(coin, receipt(), 101)).toEqual({ verdict: 'waiting', confirmations: 2 });
    expect(judgeReceipt(coin, receipt({ status: 0 }), 101)).toEqual({ verdict: 'waiting', confirmations: 2 });
    expect(judgeReceipt(coin, receipt(), 99)).toEqual({ verdict: 'waiting', confirmations: 0 });
  });

  it('is executed or failed after them, with the fee', () => {
    expect(judgeReceipt(coin, receipt(), 102)).toEqual({ verdict: 'executed', fee: 63_000n });
    expect(judgeReceipt(coin, receipt({ status: 0 }), 102)).toEqual({ verdict: 'failed', fee: 63_000n });
  });

  it('in a token is executed only if the token was transferred as ordered', () => {
    expect(judgeReceipt(token, receipt({ logs: [moved()] }), 102).verdict).toBe('executed');
    const others = [[], [moved({ amount: 499n })], [moved({ to: address('3') })], [moved({ contract: address('e') })]];
    for (const logs of others) expect(judgeReceipt(token, receipt({ logs }), 102)).toEqual({ verdict: 'mismatch' });
  });
});
