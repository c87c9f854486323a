import { HDKey } from '@scure/bip32';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { addressOfHex, readPayoutKey } from '#server/adapters/rails/tron/address.ts';
import { createTronRail, type TronSettings } from '#server/adapters/rails/tron/tron-rail.ts';
import type { IsPaused, Rail } from '#server/adapters/rails/port.ts';
import type { Db } from '#server/platform/db/db.ts';
import { createTestDatabase } from './database.ts';
import { evmPaymentSystem, type LogEntry, recordingLog } from './evm-world.ts';
import { startTronNode, type TronStandIn } from './tron-node.ts';

const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));
const randomKey = (): string => Buffer.from(randomBytes(32)).toString('hex');

export const newTronAddress = (): string => addressOfHex(Buffer.from(randomBytes(20)).toString('hex'));

export const newTronXpub = (): string => HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/195'/0'").publicExtendedKey;

/** TRX, or a token by its contract. */
export function tronPaymentSystem(code: 'TRX' | 'USDTTRC20', contract?: string): PaymentSystem {
  const system = evmPaymentSystem({ code, scale: 6 });
  const network = code === 'TRX' ? 'TRX' : 'TRC20';
  const outcomeFields = system.outcomeFields.map((field) => ({ ...field, network }));
  return { ...system, network, rail: 'tron', railSettings: contract === undefined ? {} : { contract }, outcomeFields };
}

interface RailOptions {
  /** How far this rail's clock is ahead, in ms. */
  readonly aheadMs?: () => number;
  readonly isPaused?: IsPaused;
}

/** A node, a database, a token, a funded payout account and rails using them. */
export interface TronWorld {
  readonly node: TronStandIn;
  readonly db: Db;
  readonly token: string;
  readonly otherToken: string;
  /** The paying account. */
  readonly payer: string;
  readonly payoutKey: string;
  readonly trx: PaymentSystem;
  readonly usdt: PaymentSystem;
  readonly lines: LogEntry[];
  /** A separate rail object: another process, or this one after a restart. */
  newRail(settings?: Partial<TronSettings> & RailOptions): Rail;
  close(): Promise<void>;
}

export async function createTronWorld(): Promise<TronWorld> {
  const [database, node] = await Promise.all([createTestDatabase(), startTronNode()]);
  const payoutKey = randomKey();
  const { address: payer } = readPayoutKey(payoutKey);
  const [token, otherToken] = [node.deployToken(), node.deployToken()];
  node.activate(payer, 1_000_000_000_000n);
  node.give(token, payer, 1_000_000_000_000n);
  node.mine(10);
  const { log, lines } = recordingLog();
  const defaults: TronSettings = {
    apiUrl: node.url,
    apiKey: null,
    xpub: newTronXpub(),
    payoutKey,
    explorerUrl: null,
    maxFee: null,
    developmentOnly: true,
  };
  const trx = tronPaymentSystem('TRX');
  const usdt = tronPaymentSystem('USDTTRC20', token);
  const paymentSystem = (code: string) => [trx, usdt].find((one) => one.code === code);
  return {
    node,
    db: database.db,
    token,
    otherToken,
    payer,
    payoutKey,
    trx,
    usdt,
    lines,
    newRail({ aheadMs = () => 0, isPaused = async () => false, ...settings } = {}) {
      const clock = { now: () => Date.now() + aheadMs() };
      return createTronRail({
        db: database.db,
        clock,
        log,
        settings: { ...defaults, ...settings },
        paymentSystem,
        isPaused,
        scanEveryMs: 0,
      });
    },
    async close() {
      await node.close();
      await database.drop();
    },
  };
}
