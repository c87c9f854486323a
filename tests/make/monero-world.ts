import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { createMoneroRail, type MoneroSettings } from '#server/adapters/rails/monero/monero-rail.ts';
import type { IsPaused, Rail } from '#server/adapters/rails/port.ts';
import type { Db } from '#server/platform/db/db.ts';
import { createTestDatabase } from './database.ts';
import { evmPaymentSystem, type LogEntry, recordingLog } from './evm-world.ts';
import { type MoneroProxy, startMoneroProxy } from './monero-proxy.ts';
import { startMonero, type TestMonero, type TestWallet } from './monerod.ts';

export const XMR_CONFIRMATIONS = 10;

export function moneroPaymentSystem(): PaymentSystem {
  const base = evmPaymentSystem({ code: 'XMR', scale: 12 });
  return {
    ...base,
    network: 'XMR',
    rail: 'monero',
    requiredConfirmations: XMR_CONFIRMATIONS,
    outcomeFields: base.outcomeFields.map((field) => ({ ...field, network: 'XMR' })),
  };
}

interface RailOptions {
  /** How far this rail's clock is ahead, in ms. */
  readonly aheadMs?: () => number;
  /** Default: never. */
  readonly isPaused?: IsPaused;
}

/** A chain, a database, a watching and a paying wallet, and rails using them. */
export interface MoneroWorld {
  readonly chain: TestMonero;
  readonly db: Db;
  readonly databaseUrl: string;
  readonly xmr: PaymentSystem;
  readonly lines: LogEntry[];
  /** Keys of the receiving wallet are elsewhere: it can only watch. */
  readonly receiving: TestWallet;
  readonly paying: TestWallet;
  /** Connections of the rails. */
  readonly wires: { readonly node: MoneroProxy; readonly receiving: MoneroProxy; readonly paying: MoneroProxy };
  readonly settings: MoneroSettings;
  /** A separate rail object: another process, or this one after a restart. */
  newRail(settings?: Partial<MoneroSettings> & RailOptions): Rail;
  /** Gives the paying wallet this many outputs of an amount, spendable. */
  fund(count: number, amount: bigint): Promise<void>;
  /** What the paying wallet has, in atomic units. */
  balance(): Promise<bigint>;
  /** A new address of the customer. */
  newAddress(): Promise<string>;
  /** What arrived on an address of the customer, payment by payment. */
  paidTo(address: string): Promise<readonly bigint[]>;
  close(): Promise<void>;
}

export async function createMoneroWorld(): Promise<MoneroWorld> {
  const [database, chain] = await Promise.all([createTestDatabase(), startMonero()]);
  const [receiving, paying] = await Promise.all([chain.wallet({ watching: true }), chain.wallet()]);
  const [node, receivingWire, payingWire] = await Promise.all([chain.nodeUrl, receiving.url, paying.url].map(startMoneroProxy));
  if (!node || !receivingWire || !payingWire) throw new Error('no proxies');
  const { log, lines } = recordingLog();
  const settings: MoneroSettings = {
    nodeUrl: node.url,
    walletUrl: receivingWire.url,
    payoutUrl: payingWire.url,
    explorerUrl: null,
    maxFee: null,
    developmentOnly: true,
  };
  const xmr = moneroPaymentSystem();
  return {
    chain,
    db: database.db,
    databaseUrl: database.appUrl,
    xmr,
    lines,
    receiving,
    paying,
    wires: { node, receiving: receivingWire, paying: payingWire },
    settings,
    newRail({ aheadMs = () => 0, isPaused = async () => false, ...own } = {}) {
      return createMoneroRail({
        db: database.db,
        clock: { now: () => Date.now() + aheadMs() },
        log,
        settings: { ...settings, ...own },
        paymentSystem: (code) => (code === xmr.code ? xmr : undefined),
        isPaused,
        scanEveryMs: 0,
      });
    },
    async fund(count, amount) {
      await chain.customer.rpc('refresh');
      const destinations = Array.from({ length: count }, () => ({ address: paying.address, amount: Number(amount) }));
      await chain.customer.rpc('transfer_split', { account_index: 0, destinations });
      await chain.mine(XMR_CONFIRMATIONS);
      await paying.rpc('refresh');
    },
    async balance() {
      await paying.rpc('refresh');
      return BigInt((await paying.rpc('get_balance', { account_index: 0 })).balance);
    },
    newAddress: async () => (await chain.customer.rpc('create_address', { account_index: 0 })).address,
    async paidTo(address) {
      await chain.customer.rpc('refresh');
      const { index } = await chain.customer.rpc('get_address_index', { address });
      const { in: arrived = [] } = await chain.customer.rpc('get_transfers', {
        in: true,
        account_index: 0,
        subaddr_indices: [index.minor],
      });
      return (arrived as readonly { readonly amount: number }[]).map(({ amount }) => BigInt(amount));
    },
    async close() {
      await Promise.all([node, receivingWire, payingWire].map((wire) => wire.close()));
      await chain.stop();
      await database.drop();
    },
  };
}
