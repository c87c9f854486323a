import { describe, expect, it } from 'vitest';
import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import {
  coinTransfers,
  isUnbroken,
  readBlock,
  readHeader,
  readLogs,
  readReceipt,
  readWord,
  tokenTransfers,
  topicOfAddress,
  TRANSFER_TOPIC,
  transferId,
} from './translate.ts';

const hash = (fill: string) => `0x${fill.repeat(64)}`;
const address = (fill: string) => `0x${fill.repeat(40)}`;
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

const rawBlock = (transactions: readonly unknown[]) => ({
  number: '0x10',
  hash: hash('A'),
  parentHash: hash('9'),
  timestamp: '0x6b00af46',
  baseFeePerGas: '0x7',
  transactions,
  extra: 1,
});
const rawLog = (over: Readonly<Record<string, unknown>> = {}) => ({
  address: address('C'),
  topics: [TRANSFER_TOPIC, topicOfAddress(address('1')), topicOfAddress(address('2'))],
  data: word(1_500n),
  blockNumber: '0x10',
  blockHash: hash('a'),
  transactionHash: hash('d'),
  logIndex: '0x5',
  removed: false,
  ...over,
});
const rawReceipt = (logs: readonly unknown[]) => ({
  transactionHash: hash('d'),
  blockNumber: '0x10',
  blockHash: hash('a'),
  status: '0x1',
  gasUsed: '0x5208',
  effectiveGasPrice: '0x3b9aca00',
  logs,
});

describe('blocks', () => {
  it('contain the coin transfers of their transactions', () => {
    const block = readBlock(
      rawBlock([
        { hash: hash('1'), to: address('B'), value: '0xde0b6b3a7640000' },
        { hash: hash('2'), to: address('B'), value: '0x0' },
        { hash: hash('3'), to: null, value: '0x5' },
      ]),
    );
    expect(block && coinTransfers(block)).toEqual([
      { to: address('b'), contract: null, amount: 10n ** 18n, txHash: hash('1'), logIndex: null, blockNumber: 16, blockHash: hash('a') },
    ]);
  });

  it('may be absent', () => {
    expect(readHeader(null)).toBeNull();
  });

  it.each([
    undefined,
    '<html>',
    7,
    {},
    { ...rawBlock([]), number: '16' },
    { ...rawBlock([]), hash: '0xab' },
    { ...rawBlock([]), number: `0x${'f'.repeat(20)}` },
    rawBlock([{ hash: hash('1'), to: 'nobody', value: '0x1' }]),
  ])('that are malformed throw (%#)', (raw) => {
    expect(() => readBlock(raw)).toThrow(RpcUnavailable);
  });
});

describe('a range of blocks', () => {
  const header = (number: number, fill: string, parent: string) =>
    readHeader({ ...rawBlock([]), number: `0x${number.toString(16)}`, hash: hash(fill), parentHash: hash(parent) });
  const stretch = (...headers: ReturnType<typeof header>[]) => headers.filter((one) => one !== null);
  const start = { number: 9, hash: hash('9') };

  it('is unbroken if each block is the child of the previous one', () => {
    expect(isUnbroken(start, [])).toBe(true);
    expect(isUnbroken(start, stretch(header(10, 'a', '9'), header(11, 'b', 'a')))).toBe(true);
  });

  it('is broken if a block is of another fork or missing', () => {
    expect(isUnbroken(start, stretch(header(10, 'a', '8'), header(11, 'b', 'a')))).toBe(false);
    expect(isUnbroken(start, stretch(header(10, 'a', '9'), header(11, 'b', 'c')))).toBe(false);
    expect(isUnbroken(start, stretch(header(11, 'b', '9')))).toBe(false);
  });
});

describe('logs', () => {
  it('contain token transfers, with addresses in lower case', () => {
    expect(tokenTransfers(readLogs([rawLog()]))).toEqual([
      { to: address('2'), contract: address('c'), amount: 1_500n, txHash: hash('d'), logIndex: 5, blockNumber: 16, blockHash: hash('a') },
    ]);
  });

  it.each([
    ['of an NFT', { topics: [TRANSFER_TOPIC, hash('1'), hash('2'), hash('3')] }],
    ['of another event', { topics: [hash('e'), hash('1'), hash('2')] }],
    ['without a receiver', { topics: [TRANSFER_TOPIC, hash('1')] }],
    ['that were removed', { removed: true }],
    ['of nothing', { data: word(0n) }],
    ['with a short amount', { data: '0x05' }],
    ['with a long amount', { data: `${word(5n)}00` }],
  ])('%s contain none', (_, over) => {
    expect(tokenTransfers(readLogs([rawLog(over)]))).toEqual([]);
  });
});

describe('the id of a transfer', () => {
  it('is the same in whichever block the transaction is mined', () => {
    const named = (firstIndex: number) => {
      const logs = [rawLog({ logIndex: `0x${firstIndex.toString(16)}` }), rawLog({ logIndex: `0x${(firstIndex + 1).toString(16)}` })];
      const receipt = readReceipt(rawReceipt(logs));
      return tokenTransfers(readLogs(logs)).map((transfer) => receipt && transferId(transfer, receipt));
    };
    expect(named(5)).toEqual([`${hash('d')}:0`, `${hash('d')}:1`]);
    expect(named(40)).toEqual(named(5));
  });

  it('needs the log to be in the receipt', () => {
    const [transfer] = tokenTransfers(readLogs([rawLog()]));
    const receipt = readReceipt(rawReceipt([]));
    expect(transfer && receipt && transferId(transfer, receipt)).toBeUndefined();
  });
});

it('reads one word of a call, and nothing else', () => {
  expect(readWord(word(6n))).toBe(6n);
  for (const raw of ['0x', '0x06', `${word(1n)}${'0'.repeat(64)}`, null, 6]) expect(readWord(raw)).toBeUndefined();
});
