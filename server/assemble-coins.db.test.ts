import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { connectTo } from '#tests/make/evm-world.ts';
import { makePaymentSystem } from '#tests/make/catalogue.ts';
import { as } from '#tests/make/rows.ts';
import { BITCOIN, type Coin, COINS, DOGECOIN, LITECOIN } from './adapters/rails/utxo/coins.ts';
import { assignCoinRails } from './assemble-coins.ts';
import { readConfig } from './config/config.ts';
import { addMissingPaymentSystems } from './payment-systems/store.ts';
import { sql } from './platform/db/db.ts';

const BITCOIN_MAIN = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
/** The private key 1 on the main network and on test networks, from public tables. */
const MAIN_KEY = 'T33ydQRKp4FCW5LCLLUB7deioUMoveiwekdwUwyfRDeGZm76aUjV';
const TEST_KEY = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const XPUB = 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

/** Block hashes of the main network of a coin, by height. */
const blocksOf =
  ({ networks: [main] }: Coin) =>
  ([height]: readonly unknown[]) =>
    height === 0 ? main?.genesis : main?.checkpoint?.hash;

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

test('a node of another chain stops the start with the setting’s name, a node that is down does not', async () => {
  const wire = await connectTo('http://127.0.0.1:1');
  const base = { db: database.db, log };
  const coins = readConfig({ LITECOIN_RPC_URL: wire.url }).coins;
  wire.answerItself('getblockhash', BITCOIN_MAIN);
  await expect(assignCoinRails(base, { coins, mode: 'demo' })).rejects.toThrow('LITECOIN_RPC_URL must be a node of a network of litecoin');
  wire.answerItself('getblockhash', blocksOf(LITECOIN));
  await expect(assignCoinRails(base, { coins, mode: 'production' })).resolves.toBeUndefined();
  await wire.close();
  await expect(assignCoinRails(base, { coins, mode: 'production' })).resolves.toBeUndefined();
});

test.each([BITCOIN, LITECOIN])('a node with the first block of $name is refused without its later block', async (coin) => {
  const wire = await connectTo('http://127.0.0.1:1');
  const coins = readConfig({ [`${coin.prefix}_RPC_URL`]: wire.url }).coins;
  const start = () => assignCoinRails({ db: database.db, log }, { coins, mode: 'production' });
  // The same answer at every height, as on a chain that parted before
  wire.answerItself('getblockhash', coin.networks[0].genesis);
  await expect(start()).rejects.toThrow(`${coin.prefix}_RPC_URL`);
  wire.answerItself('getblockhash', blocksOf(coin));
  await expect(start()).resolves.toBeUndefined();
  await wire.close();
});

test.each(COINS)('a node of another coin is refused by its first block for $name', async (coin) => {
  const wire = await connectTo('http://127.0.0.1:1');
  const coins = readConfig({ [`${coin.prefix}_RPC_URL`]: wire.url }).coins;
  for (const other of COINS.filter(({ name }) => name !== coin.name)) {
    wire.answerItself('getblockhash', blocksOf(other));
    for (const mode of ['demo', 'production'] as const)
      await expect(assignCoinRails({ db: database.db, log }, { coins, mode })).rejects.toThrow(`${coin.prefix}_RPC_URL`);
  }
  await wire.close();
});

test('a payment system is assigned once: an owner’s move to another rail and own settings stay', async () => {
  const wire = await connectTo('http://127.0.0.1:1');
  const { coins } = readConfig({ DOGECOIN_RPC_URL: wire.url });
  wire.answerItself('getblockhash', blocksOf(DOGECOIN));
  const start = () => assignCoinRails({ db: database.db, log }, { coins, mode: 'production' });
  const railOf = () =>
    database.db.one(
      as<{ rail: string; rail_settings: unknown }>(),
      sql`select rail, rail_settings from payment_systems where code = 'DOGE'`,
    );
  const own = makePaymentSystem({ code: 'DOGE', rail: 'manual', railSettings: { note: 'old' } });
  await database.db.tx((tx) => addMissingPaymentSystems(tx, [own]));
  await start();
  expect(await railOf()).toEqual({ rail: 'dogecoin', rail_settings: {} });
  await database.db.run(sql`update payment_systems set rail_settings = '{"note": "own"}' where code = 'DOGE'`);
  await start();
  expect(await railOf()).toEqual({ rail: 'dogecoin', rail_settings: { note: 'own' } });
  await database.db.run(sql`update payment_systems set rail = 'manual' where code = 'DOGE'`);
  await start();
  expect(await railOf()).toEqual({ rail: 'manual', rail_settings: { note: 'own' } });
  await wire.close();
});

test('keys of the wrong network, role or coin stop the start, and no message repeats them', () => {
  const refusalOf = (variables: Record<string, string>): string => {
    try {
      readConfig({ LITECOIN_RPC_URL: 'http://a:canary@127.0.0.1:1', ...variables });
    } catch (error) {
      const { message } = error as Error;
      for (const value of Object.values(variables)) if (value.length > 20) expect(message).not.toContain(value);
      return message;
    }
    return 'accepted';
  };
  expect(refusalOf({ LITECOIN_PAYOUT_KEY: TEST_KEY, LITECOIN_XPUB: XPUB })).toBe('accepted');
  expect(refusalOf({ LITECOIN_PAYOUT_KEY: MAIN_KEY })).toContain('LITECOIN_PAYOUT_KEY must be a key of a test network in demo mode');
  expect(refusalOf({ LITECOIN_PAYOUT_KEY: `0x${'12'.repeat(32)}` })).toContain('LITECOIN_PAYOUT_KEY is not a compressed private key');
  expect(refusalOf({ LITECOIN_XPUB: 'Ltub-nonsense-nonsense' })).toContain('LITECOIN_XPUB is not an extended public key');
  expect(refusalOf({ MODE: 'production' })).toContain('LITECOIN_XPUB is required');
  expect(refusalOf({ MODE: 'production', LITECOIN_PAYOUT_KEY: TEST_KEY })).toContain(
    'LITECOIN_PAYOUT_KEY must be a key of the main network',
  );
  expect(refusalOf({ LITECOIN_MAX_FEE_RATE: '0.5' })).toContain('LITECOIN_MAX_FEE_RATE must be');
  expect(refusalOf({ LITECOIN_RPC_URL: 'litecoind:9332' })).toContain('LITECOIN_RPC_URL must be');
});

test('a web process holds no payout key, and without a node there are no coins', () => {
  const variables = { LITECOIN_RPC_URL: 'http://127.0.0.1:1', LITECOIN_PAYOUT_KEY: TEST_KEY };
  expect(JSON.stringify(readConfig({ ...variables, ROLE: 'web' }).coins)).not.toContain(TEST_KEY);
  expect(readConfig({ ...variables, ROLE: 'jobs' }).coins).toMatchObject([{ name: 'litecoin', payoutKey: TEST_KEY }]);
  expect(readConfig({}).coins).toEqual([]);
});
