import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemRandom } from '#server/platform/random.ts';
import { sql } from '#server/platform/db/db.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { connectTo, payOutRequest } from '#tests/make/evm-world.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { litecoinPaymentSystem, newLitecoinAddress, newLitecoinKey } from '#tests/make/utxo-world.ts';
import type { Base } from './assemble-base.ts';
import type { LoadedCatalogue } from './payment-systems/load-catalogue.ts';
import { assembleRails, assignEvmRail, sharePayingRails } from './assemble-rails.ts';
import { readConfig } from './config/config.ts';

const KEY = `0x${Buffer.from(systemRandom.bytes(32)).toString('hex')}`;
const EVM = { EVM_RPC_URL: 'http://127.0.0.1:1', EVM_PAYOUT_KEY: KEY };
const TRON = { TRON_API_URL: 'http://127.0.0.1:1', TRON_PAYOUT_KEY: KEY.slice(2) };
const MONERO = { MONERO_NODE_URL: 'http://127.0.0.1:1', MONERO_PAYOUT_RPC_URL: 'http://127.0.0.1:2' };
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

let database: TestDatabase;
let now = Date.now();
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

test('a web process holds no payout key, even one it is given, and needs none', () => {
  expect(readConfig({ ...EVM, ROLE: 'web' }).evm).toMatchObject({ rpcUrl: EVM.EVM_RPC_URL, payoutKey: undefined });
  expect(JSON.stringify(readConfig({ ...EVM, ROLE: 'web' }))).not.toContain(KEY);
  expect(readConfig({ ...EVM, ROLE: 'web', EVM_PAYOUT_KEY: 'no key at all' }).role).toBe('web');
  expect(() => readConfig({ ...EVM, ROLE: 'jobs', EVM_PAYOUT_KEY: 'no key at all' })).toThrow('EVM_PAYOUT_KEY');
  expect(readConfig({ ...EVM, ROLE: 'jobs' }).evm?.payoutKey).toBe(KEY);
});

test('a web process reads from the other processes whether the shop pays out, and follows changes', async () => {
  const base = { db: database.db, clock: { now: () => now }, log };
  const paying = [
    [EVM, 'evm', { EVM_RPC_URL: EVM.EVM_RPC_URL }],
    [TRON, 'tron', { TRON_API_URL: TRON.TRON_API_URL }],
    [MONERO, 'monero', { MONERO_NODE_URL: MONERO.MONERO_NODE_URL }],
  ] as const;
  for (const [shop, rail, keyless] of paying) {
    const web = await sharePayingRails(base, readConfig({ ...shop, ROLE: 'web' }));
    expect(web(rail)).toBe(false);
    expect((await sharePayingRails(base, readConfig({ ...shop, ROLE: 'jobs' })))(rail)).toBe(true);
    expect((await sharePayingRails(base, readConfig({ ...shop, ROLE: 'web' })))(rail)).toBe(true);
    now += 11_000;
    await expect.poll(() => web(rail)).toBe(true);
    await sharePayingRails(base, readConfig({ ...keyless, ROLE: 'all' }));
    now += 11_000;
    await expect.poll(() => web(rail)).toBe(false);
  }
});

test('a demonstration with a payout key does not start on a chain whose money is real', async () => {
  const wire = await connectTo('http://127.0.0.1:1');
  const base = { db: database.db, log };
  const config = readConfig({ ...EVM, EVM_RPC_URL: wire.url });
  wire.answerItself('eth_chainId', '0x1');
  await expect(assignEvmRail(base, config)).rejects.toThrow('EVM_PAYOUT_KEY cannot be used in demo mode on chain 1');
  await expect(assignEvmRail(base, readConfig({ EVM_RPC_URL: wire.url }))).resolves.toBeUndefined();
  wire.answerItself('eth_chainId', '0x7a69');
  await expect(assignEvmRail(base, config)).resolves.toBeUndefined();
  await wire.close();
});

test('a pause of payouts reaches the rails that sign payouts', async () => {
  const { payoutKey } = newLitecoinKey();
  const system = litecoinPaymentSystem();
  const base = {
    db: database.db,
    clock: { now: () => now },
    log,
    random: systemRandom,
    secrets: createSecrets(KEY, []),
    oldestSecretKey: KEY,
  };
  const rails = assembleRails(
    base as unknown as Base,
    readConfig({ LITECOIN_RPC_URL: 'http://user:password@127.0.0.1:1', LITECOIN_PAYOUT_KEY: payoutKey }),
    {
      catalogue: { paymentSystem: () => system } as unknown as LoadedCatalogue,
      ownUrl: () => 'http://127.0.0.1:1',
      paysOut: () => true,
    },
  );
  const request = payOutRequest(system, 1_000_000n, newLitecoinAddress());
  await database.db.run(sql`
    insert into switches (id, kind, subject, side, reason, from_at, made_at)
    values (gen_random_uuid(), 'payouts_of_rail', 'litecoin', 'both', 'maintenance', ${new Date(now)}, ${new Date(now)})`);
  expect(await rails.get('litecoin')?.payOut(request)).toEqual({ outcome: 'unknown', reason: 'payouts_paused' });
  await database.db.run(sql`delete from switches`);
  expect(await rails.get('litecoin')?.payOut(request)).toEqual({ outcome: 'unknown', reason: 'node_unavailable' });
});
