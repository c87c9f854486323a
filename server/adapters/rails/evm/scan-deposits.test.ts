import { expect, it } from 'vitest';
import type { TrackedTransfer } from './chain-store.ts';
import { nextReport } from './scan-deposits.ts';

const transfer = (over: Partial<TrackedTransfer> = {}): TrackedTransfer => ({
  externalId: 'tx:0',
  orderId: 'order',
  amount: 1n,
  txHash: 'tx',
  blockNumber: 100,
  blockHash: 'block',
  firstSeenAt: 0,
  address: '0x0',
  paymentSystemCode: 'ETH',
  requiredConfirmations: 3,
  orphaned: false,
  reportedState: null,
  reportedConfirmations: null,
  ...over,
});
const at = (headNumber: number, caughtUp = true) => ({ headNumber, caughtUp });
const seen = (reportedConfirmations: number) => ({ reportedState: 'seen', reportedConfirmations }) as const;

it('reports every confirmation once and the last as final', () => {
  expect(nextReport(transfer(), at(100))).toEqual({ state: 'seen', confirmations: 1 });
  expect(nextReport(transfer(seen(1)), at(100))).toBeUndefined();
  expect(nextReport(transfer(seen(1)), at(101))).toEqual({ state: 'seen', confirmations: 2 });
  expect(nextReport(transfer(seen(2)), at(102))).toEqual({ state: 'final', confirmations: 3 });
});

it('reports no more confirmations than required', () => {
  expect(nextReport(transfer(), at(500))).toEqual({ state: 'final', confirmations: 3 });
});

it('reports nothing after final', () => {
  expect(nextReport(transfer({ reportedState: 'final', reportedConfirmations: 3 }), at(101))).toBeUndefined();
});

it('reports a reversal once all blocks were read', () => {
  expect(nextReport(transfer({ ...seen(2), orphaned: true }), at(101, false))).toBeUndefined();
  expect(nextReport(transfer({ ...seen(2), orphaned: true }), at(101))).toEqual({ state: 'reverted', confirmations: 0 });
  expect(nextReport(transfer({ reportedState: 'final', reportedConfirmations: 3, orphaned: true }), at(101))).toEqual({
    state: 'reverted',
    confirmations: 0,
  });
  expect(nextReport(transfer({ reportedState: 'reverted', reportedConfirmations: 0, orphaned: true }), at(101))).toBeUndefined();
});

it('never reports a transfer that was orphaned before its first report', () => {
  expect(nextReport(transfer({ orphaned: true }), at(101))).toBeUndefined();
});

it('starts again when a transfer is mined again', () => {
  expect(nextReport(transfer({ reportedState: 'reverted', reportedConfirmations: 0, blockNumber: 104 }), at(104))).toEqual({
    state: 'seen',
    confirmations: 1,
  });
});
