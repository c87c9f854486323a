import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { p2pkh, p2wpkh, WIF } from '@scure/btc-signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { IsPaused, Rail } from '#server/adapters/rails/port.ts';
import { type Coin, LITECOIN } from '#server/adapters/rails/utxo/coins.ts';
import { createUtxoRail, type UtxoSettings } from '#server/adapters/rails/utxo/utxo-rail.ts';
import type { Db } from '#server/platform/db/db.ts';
import { createTestDatabase } from './database.ts';
import { connectTo, evmPaymentSystem, type LogEntry, type NodeConnection, recordingLog } from './evm-world.ts';
import { startLitecoin, type TestLitecoin } from './litecoind.ts';
import { recordRailEvents } from './rail-suite.ts';

export const LTC_CONFIRMATIONS = 2;
export const BLOCKS_PER_POLL = 50;

const [, , REGTEST] = LITECOIN.networks;

/** An address of a random key on the test chain. */
export const newLitecoinAddress = (): string => newLitecoinKey().address;

/** A private key of the test chain in wallet import format, and its address; `isSegwit`: native segregated witness. */
export function newLitecoinKey(isSegwit = true): { readonly payoutKey: string; readonly address: string } {
  const privateKey = Uint8Array.from(randomBytes(32));
  const { address } = (isSegwit ? p2wpkh : p2pkh)(secp256k1.getPublicKey(privateKey, true), REGTEST.versions);
  if (address === undefined) throw new Error('a key without an address');
  return { payoutKey: WIF(REGTEST.versions).encode(privateKey), address };
}

/** An account key of a random seed, as wallets of test networks show it. */
export function newLitecoinXpub(): string {
  const versions = { public: 0x043587cf, private: 0x04358394 };
  return HDKey.fromMasterSeed(randomBytes(32), versions).derive("m/84'/1'/0'").publicExtendedKey;
}

export function litecoinPaymentSystem(): PaymentSystem {
  const base = evmPaymentSystem({ code: 'LTC', scale: 8 });
  return {
    ...base,
    network: 'LTC',
    rail: 'litecoin',
    requiredConfirmations: LTC_CONFIRMATIONS,
    outcomeFields: base.outcomeFields.map((field) => ({ ...field, network: 'LTC' })),
  };
}

interface RailOptions {
  /** How far this rail's clock is ahead, in ms. */
  readonly aheadMs?: number;
  /** Default: never. */
  readonly isPaused?: IsPaused;
}

/** A chain, a database, an empty paying address and rails using them. */
export interface UtxoWorld {
  readonly chain: TestLitecoin;
  readonly db: Db;
  readonly wire: NodeConnection;
  readonly ltc: PaymentSystem;
  readonly lines: LogEntry[];
  /** Address that payouts are made from. */
  readonly payer: string;
  /** Its private key in wallet import format. */
  readonly payoutKey: string;
  readonly databaseUrl: string;
  /** Settings of its rails. */
  readonly settings: UtxoSettings;
  /** A separate rail object: another process, or this one after a restart. */
  newRail(settings?: Partial<UtxoSettings> & RailOptions): Rail;
  /** Gives the paying address this many coins of an amount, mined. */
  fund(count: number, amount: bigint): Promise<void>;
  close(): Promise<void>;
}

/** `coin`: a variant of Litecoin; its payouts without segregated witness can be mined under another txid, as those of Dogecoin. */
export async function createUtxoWorld(coin: Coin = LITECOIN): Promise<UtxoWorld> {
  const [database, chain] = await Promise.all([createTestDatabase(), startLitecoin()]);
  const target = new URL(chain.rpcUrl);
  const { username, password } = target;
  target.username = target.password = '';
  const wire = await connectTo(target.href);
  const { log, lines } = recordingLog();
  const { payoutKey, address: payer } = newLitecoinKey(coin.isSegwit);
  const defaults: UtxoSettings = {
    rpcUrl: wire.url.replace('//', `//${username}:${password}@`),
    xpub: newLitecoinXpub(),
    payoutKey,
    explorerUrl: null,
    maxFeeRate: null,
    requiredConfirmations: LTC_CONFIRMATIONS,
    developmentOnly: true,
  };
  const ltc = litecoinPaymentSystem();
  const newRail: UtxoWorld['newRail'] = ({ aheadMs = 0, isPaused = async () => false, ...settings } = {}) =>
    createUtxoRail({
      db: database.db,
      clock: { now: () => Date.now() + aheadMs },
      log,
      coin,
      settings: { ...defaults, ...settings },
      paymentSystem: (code) => (code === ltc.code ? ltc : undefined),
      isPaused,
      maxBlocksPerPoll: BLOCKS_PER_POLL,
      mempoolEveryMs: 0,
    });
  return {
    chain,
    db: database.db,
    wire,
    ltc,
    lines,
    payer,
    payoutKey,
    databaseUrl: database.appUrl,
    settings: defaults,
    newRail,
    async fund(count, amount) {
      // The first poll starts watching the address.
      const rail = newRail();
      await rail.poll(recordRailEvents().events);
      for (let index = 0; index < count; index += 1) await chain.send(payer, amount);
      await chain.mine(LTC_CONFIRMATIONS);
      await rail.poll(recordRailEvents().events);
    },
    async close() {
      await wire.close();
      await chain.stop();
      await database.drop();
    },
  };
}
