import { describe, expect, test } from 'vitest';
import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import type { TrackedDeposit } from './deposit-store.ts';
import { isUnlocked, nextReport } from './report-deposits.ts';
import { readHead, readIncoming, readLocations, readMade, readSent, readSpent } from './translate.ts';

const HASH = 'ab'.repeat(32);
const INFO = { nettype: 'fakechain', height: 81, top_block_hash: HASH, synchronized: true };
/** Recorded from 0.18; amounts as `rpc.ts` quotes them. */
const TRANSFER = {
  address: '84FEiDahYqzKwpKfZEao728fRJ6XQ8VBLLjFWVUGvmvyWkpNC8aWwLeh6ysug1ohna85V51x9RTtci5fDApNeJ9UGZqAQQt',
  amount: '2000000000000',
  amounts: [2_000_000_000_000],
  confirmations: 1,
  double_spend_seen: false,
  fee: '3423600000',
  height: 81,
  locked: true,
  note: '',
  subaddr_index: { major: 0, minor: 2 },
  timestamp: 1_795_891_370,
  txid: HASH,
  type: 'in',
  unlock_time: '0',
};

test('a node that is catching up says nothing, one with a chain of its own is private', () => {
  expect(readHead(INFO)).toEqual({ network: 'private', height: 81, hash: HASH });
  expect(readHead({ ...INFO, nettype: 'mainnet' }).network).toBe('main');
  expect(() => readHead({ ...INFO, synchronized: false })).toThrow('catching up');
  expect(() => readHead({ ...INFO, nettype: 'other' })).toThrow(RpcUnavailable);
});

test('incoming transfers in blocks and in the mempool', () => {
  const found = readIncoming({ in: [TRANSFER], pool: [{ ...TRANSFER, height: 0, double_spend_seen: true }] });
  expect(found).toMatchObject([
    { txId: HASH, index: 2, amount: 2_000_000_000_000n, blockHeight: 81, unlockTime: 0n, isInConflict: false },
    { blockHeight: null, isInConflict: true },
  ]);
  expect(readIncoming({})).toEqual([]);
  expect(() => readIncoming({ in: [{ ...TRANSFER, amount: '-1' }] })).toThrow(RpcUnavailable);
});

test('places of transactions', () => {
  const tx = { tx_hash: HASH, in_pool: false, block_height: 142, double_spend_seen: false };
  expect(readLocations({ status: 'OK', txs: [tx] })).toEqual(new Map([[HASH, { blockHeight: 142, isInConflict: false }]]));
  expect(readLocations({ status: 'OK', txs: [{ ...tx, in_pool: true }] }).get(HASH)?.blockHeight).toBeNull();
  expect(readLocations({ status: 'OK', missed_tx: [HASH] }).size).toBe(0);
  expect(() => readLocations({ status: 'BUSY' })).toThrow(RpcUnavailable);
  expect(() => readLocations({ status: 'OK', txs: [{ ...tx, block_height: undefined }] })).toThrow(RpcUnavailable);
});

test('only outputs spent in a block are spent', () => {
  expect(readSpent({ status: 'OK', spent_status: [0, 1, 2] })).toEqual([false, true, false]);
});

test('a transaction that the node has already is taken; a refusal gives its reasons', () => {
  expect(readSent({ status: 'OK', reason: 'Not relayed', not_relayed: true })).toEqual({ taken: true });
  expect(readSent({ status: 'Failed', reason: '', double_spend: true, invalid_input: true, low_mixin: false })).toEqual({
    taken: false,
    reason: 'double_spend, invalid_input',
  });
  expect(readSent({ status: 'BUSY' })).toEqual({ taken: false, reason: 'BUSY' });
});

test('a made transaction names what it spends', () => {
  const made = { tx_hash: HASH, tx_metadata: '0a', tx_blob: '02', tx_key: '03', amount: '1', fee: '2' };
  expect(readMade({ ...made, spent_key_images: { key_images: [HASH] } })).toMatchObject({ keyImages: [HASH], amount: 1n, fee: 2n });
  expect(() => readMade({ ...made, spent_key_images: { key_images: [] } })).toThrow(RpcUnavailable);
});

describe('reports', () => {
  const base: TrackedDeposit = {
    externalId: `${HASH}:2`,
    orderId: 'order',
    amount: 1n,
    txId: HASH,
    blockHeight: 81,
    unlockTime: 0n,
    firstSeenAt: 0,
    address: 'address',
    paymentSystemCode: 'XMR',
    requiredConfirmations: 10,
    isGone: false,
    reportedState: 'seen',
    reportedConfirmations: 0,
  };
  const at = (height: number, isComplete = true) => ({ height, isComplete, now: 1_700_000_000_000 });

  test.each([
    ['in the newest block', {}, at(82), { state: 'seen', confirmations: 1 }],
    ['deep enough', {}, at(91), { state: 'final', confirmations: 10 }],
    ['locked until a block that has not come', { unlockTime: 100n }, at(100), { state: 'seen', confirmations: 9 }],
    ['whose lock has passed', { unlockTime: 100n }, at(101), { state: 'final', confirmations: 10 }],
    ['locked until a time to come', { unlockTime: 1_700_000_001n }, at(200), { state: 'seen', confirmations: 9 }],
    ['locked until a time that has come', { unlockTime: 1_700_000_000n }, at(200), { state: 'final', confirmations: 10 }],
    ['gone', { isGone: true, blockHeight: null }, at(91), { state: 'reverted', confirmations: 0 }],
    ['gone, while blocks arrive', { isGone: true, blockHeight: null }, at(91, false), undefined],
    [
      'gone after it was final',
      { isGone: true, blockHeight: null, reportedState: 'final' },
      at(91),
      { state: 'reverted', confirmations: 0 },
    ],
    ['final, and back in the mempool', { blockHeight: null, reportedState: 'final' }, at(91), { state: 'reverted', confirmations: 0 }],
    ['in the mempool as reported', { blockHeight: null }, at(91), undefined],
    ['final as reported', { reportedState: 'final', reportedConfirmations: 10 }, at(95), undefined],
  ] as const)('of a deposit %s', (_, changes, view, report) => {
    expect(nextReport({ ...base, ...changes }, view)).toEqual(report);
  });

  test('a lock without end never passes', () => {
    expect(isUnlocked(18_446_744_073_709_551_615n, { height: 4_000_000, now: 4_000_000_000_000 })).toBe(false);
  });
});
