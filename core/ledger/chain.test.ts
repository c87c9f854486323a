import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { genesisText, headName, headText, linkText, parseHeadName, type TransferRecord, transferText } from './chain.ts';

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const SHOP = '6f1c0f6e-5d1f-4a55-9d0e-3f8a1f0a7c11';
const TRANSFER: TransferRecord = {
  id: '0b6f3f52-6b8f-4e0e-8a44-0e7c5a3f9d01',
  kind: 'credit_received',
  phase: 'posted',
  pendingId: null,
  orderId: 'fsk49kd9yqj3fh4hkc1p',
  withdrawalId: null,
  actor: 'rail',
  actorId: null,
  reason: 'confirm_payment',
  entries: [
    { line: 1, accountKind: 'treasury', accountOf: 'SBERRUB', asset: 'RUB', wallet: 'SBERRUB', amount: '900000' },
    { line: 2, accountKind: 'order_in', accountOf: 'fsk49kd9yqj3fh4hkc1p', asset: 'RUB', wallet: 'SBERRUB', amount: '-900000' },
  ],
};
/** Everything that JSON escapes, letters of more than one byte, and an amount above 2^64. */
const ODD: TransferRecord = {
  ...TRANSFER,
  id: '0b6f3f52-6b8f-4e0e-8a44-0e7c5a3f9d02',
  kind: 'treasury',
  orderId: null,
  pendingId: TRANSFER.id,
  actorId: '7',
  reason: 'correction: "Сверка" \\ \u0007\n€ 😀',
  entries: [{ line: 3, accountKind: 'equity', accountOf: 'ETH', asset: 'ETH', wallet: 'ETH', amount: '-123456789012345678901234567890' }],
};
const FIELDS =
  '"0b6f3f52-6b8f-4e0e-8a44-0e7c5a3f9d01","credit_received","posted",null,"fsk49kd9yqj3fh4hkc1p",null,"rail",null,"confirm_payment",' +
  '[[1,"treasury","SBERRUB","RUB","SBERRUB","900000"],[2,"order_in","fsk49kd9yqj3fh4hkc1p","RUB","SBERRUB","-900000"]]';
const FIRST = { number: 1, isOurs: true, createdAt: '2026-11-28T18:36:34.000001', mark: 'abcdWk1vKQe2Zl0yqz3hXg' };
const SECOND = { number: 2, isOurs: false, createdAt: '2026-11-28T18:36:35.120000', mark: null };

describe('golden vectors of the chain, version 1', () => {
  it('texts are these bytes', () => {
    expect(transferText(TRANSFER)).toBe(`["razmen ledger 1 transfer",${FIELDS}]`);
    expect(linkText(FIRST, TRANSFER)).toBe(`["razmen ledger 1 link",1,1,"2026-11-28T18:36:34.000001","abcdWk1vKQe2Zl0yqz3hXg",${FIELDS}]`);
    expect(genesisText(SHOP)).toBe(`["razmen ledger 1 genesis","${SHOP}"]`);
    expect(headText({ shopId: SHOP, startedAt: 1_790_000_000_000, number: 2, hash: 'ab'.repeat(32), takesUnmarked: false })).toBe(
      `["razmen ledger 1 head","${SHOP}",1790000000000,2,"${'ab'.repeat(32)}",0]`,
    );
    expect(Buffer.from(linkText(SECOND, ODD)).toString('hex')).toBe(
      '5b2272617a6d656e206c65646765722031206c696e6b222c322c302c22323032362d31312d32385431383a33363a33352e313230303030222c6e756c6c2c2230623666336635322d366238662d346530652d386134342d306537633561336639643032222c227472656173757279222c22706f73746564222c2230623666336635322d366238662d346530652d386134342d306537633561336639643031222c6e756c6c2c6e756c6c2c227261696c222c2237222c22636f7272656374696f6e3a205c22d0a1d0b2d0b5d180d0bad0b05c22205c5c205c75303030375c6ee282ac20f09f9880222c5b5b332c22657175697479222c22455448222c22455448222c22455448222c222d313233343536373839303132333435363738393031323334353637383930225d5d5d',
    );
  });

  it('hashes are these', () => {
    const genesis = sha256(genesisText(SHOP));
    const first = sha256(genesis, linkText(FIRST, TRANSFER));
    const second = sha256(first, linkText(SECOND, ODD));
    expect([genesis, first, second].map((hash) => hash.toString('hex'))).toEqual([
      'fadcf1fb455b247542821a4cf7080f88223259404ebc185a1c3bb230406f5894',
      '3434824c0510fc00a96a16e43bf536a353ab490d0173b1726e9460d2b3e3a828',
      'c1661f0566de4d056f4856f124b1f4596dd0c6e1643a625300c102222e562196',
    ]);
  });
});

it('every field of a transfer and of its position changes the text', () => {
  const base = linkText(FIRST, TRANSFER);
  const changedTransfers = (Object.keys(TRANSFER) as (keyof TransferRecord)[])
    .filter((key) => key !== 'entries')
    .map((key) => linkText(FIRST, { ...TRANSFER, [key]: `${TRANSFER[key] ?? ''}x` }));
  const [entry, other] = TRANSFER.entries;
  if (entry === undefined || other === undefined) throw new Error('two entries');
  const changedEntries = [
    ...(['accountKind', 'accountOf', 'asset', 'wallet', 'amount'] as const).map((key) => ({ ...entry, [key]: `${entry[key]}1` })),
    { ...entry, line: 9 },
  ].map((changed) => linkText(FIRST, { ...TRANSFER, entries: [changed, other] }));
  const texts = [
    base,
    ...changedTransfers,
    ...changedEntries,
    linkText(FIRST, { ...TRANSFER, entries: [other, entry] }),
    linkText(FIRST, { ...TRANSFER, entries: [entry] }),
    linkText({ ...FIRST, number: 2 }, TRANSFER),
    linkText({ ...FIRST, isOurs: false }, TRANSFER),
    linkText({ ...FIRST, mark: null }, TRANSFER),
    linkText({ ...FIRST, createdAt: '2026-11-28T18:36:34.000002' }, TRANSFER),
  ];
  expect(new Set(texts).size).toBe(texts.length);
});

it('a kept head is read back, anything else is not one', () => {
  const head = { number: 123, hash: '0f'.repeat(32) };
  expect(parseHeadName(headName(head))).toEqual(head);
  expect(parseHeadName(` 123:${'0F'.repeat(32)}\n`)).toEqual(head);
  for (const text of ['', '123', '123:abc', `-1:${head.hash}`, `123:${head.hash}0`]) expect(parseHeadName(text)).toBeUndefined();
});
