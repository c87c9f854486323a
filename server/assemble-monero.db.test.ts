import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { makePaymentSystem } from '#tests/make/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { recordingLog } from '#tests/make/evm-world.ts';
import { type MoneroProxy, startMoneroProxy } from '#tests/make/monero-proxy.ts';
import { hasMonerod, startMonero, type TestMonero, type TestWallet } from '#tests/make/monerod.ts';
import { as } from '#tests/make/rows.ts';
import { createMoneroRpc } from './adapters/rails/monero/rpc.ts';
import { assignMoneroRail } from './assemble-monero.ts';
import type { MoneroConfig } from './config/monero.ts';
import { addMissingPaymentSystems } from './payment-systems/store.ts';

const LOGIN = 'shop:p@ss word';

let database: TestDatabase;
let chain: TestMonero;
let watching: TestWallet;
let wire: MoneroProxy;
const { log, lines } = recordingLog();

const withLogin = (url: string): string => url.replace('//', `//${LOGIN.split(':').map(encodeURIComponent).join(':')}@`);

/** The refusal of a start with these settings, or `in use`. */
async function start(settings: Partial<MoneroConfig>, mode: 'demo' | 'production' = 'demo'): Promise<string> {
  lines.length = 0;
  const monero = {
    nodeUrl: chain.nodeUrl,
    walletUrl: undefined,
    payoutUrl: undefined,
    explorerUrl: undefined,
    maxFee: undefined,
    ...settings,
  };
  try {
    await assignMoneroRail({ db: database.db, log }, { monero, mode });
    return lines.map(({ event }) => event).join();
  } catch (error) {
    return String(error);
  }
}

const railOf = async () => (await database.db.one(as<{ rail: string }>(), sql`select rail from payment_systems where code = 'XMR'`)).rail;

describe.skipIf(!hasMonerod)('starting with a real monerod (left out where it is not installed)', () => {
  beforeAll(async () => {
    [database, chain] = await Promise.all([createTestDatabase(), startMonero()]);
    const xmr = makePaymentSystem({ code: 'XMR', rail: 'manual' });
    await database.db.tx((tx) => addMissingPaymentSystems(tx, [xmr]));
    watching = await chain.wallet({ watching: true, login: LOGIN });
    wire = await startMoneroProxy(chain.nodeUrl);
  });
  afterAll(async () => {
    await wire?.close();
    await chain?.stop();
    await database?.drop();
  });

  it('wallets of the wrong kind and networks stop the start with the name of the setting', async () => {
    expect(await start({ walletUrl: chain.customer.url })).toContain('MONERO_WALLET_RPC_URL must be a view-only wallet');
    expect(await start({ payoutUrl: withLogin(watching.url) })).toContain('MONERO_PAYOUT_RPC_URL must be a wallet with its spend key');
    expect(await start({ walletUrl: withLogin(watching.url) }, 'production')).toContain(
      'MONERO_NODE_URL must be a node of the main network',
    );
    const info = await chain.rpc('get_info');
    wire.answerItself('get_info', { result: { ...info, nettype: 'stagenet' } });
    expect(await start({ nodeUrl: wire.url, walletUrl: withLogin(watching.url) })).toContain(
      'MONERO_WALLET_RPC_URL must be a wallet of the network',
    );
    wire.answerItself('get_info', { result: { ...info, nettype: 'mainnet' } });
    expect(await start({ nodeUrl: wire.url, payoutUrl: chain.customer.url })).toContain('cannot be used in demo mode on the main network');
  });

  it('servers that are away, or refuse the password, do not: the others are in use', async () => {
    expect(await start({ nodeUrl: 'http://127.0.0.1:1' })).toBe('monero_node_unreachable');
    expect(await start({ walletUrl: watching.url })).toBe('monero_wallet_unreachable,monero_rail_in_use');
    expect(await start({ walletUrl: withLogin(watching.url).replace('word', 'wort') })).toBe(
      'monero_wallet_unreachable,monero_rail_in_use',
    );
  });

  it('a node and wallets as they must be assign XMR to the rail, with digest authentication', async () => {
    expect(await start({ walletUrl: withLogin(watching.url), payoutUrl: chain.customer.url })).toBe('monero_rail_in_use');
    expect(await railOf()).toBe('monero');
    const versions = await Promise.all(
      Array.from({ length: 20 }, async () => await createMoneroRpc(withLogin(watching.url)).call('get_version')),
    );
    expect(new Set(versions.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });
});
