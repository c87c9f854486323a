import { FOREVER } from '#core/time.ts';
import { nodeExplorer } from '#server/adapters/rails/explorer.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { IsPaused, Rail } from '#server/adapters/rails/port.ts';
import { createIsolation } from '#server/adapters/rails/isolate.ts';
import { isNodeError, unlessNodeFails } from '#server/adapters/rails/node-errors.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { watchPayoutAddress } from './chain-store.ts';
import type { Coin } from './coins.ts';
import { readDepositKey, readPayoutKey } from './keys.ts';
import { createCoreNode } from './node.ts';
import { lostPayouts } from './lost-payouts.ts';
import { askPayout, payOut, type PayoutDeps, pollPayouts } from './pay-out.ts';
import { withdrawPayout } from './withdraw-payout.ts';
import { checkSystem } from './payment-system.ts';
import { createMempoolReader, MEMPOOL_EVERY_MS } from './read-mempool.ts';
import { receive } from './receive.ts';
import { reportDeposits } from './report-deposits.ts';
import { createCoreRpc } from './rpc.ts';
import { scanChain, servedNetwork } from './scan-chain.ts';
import { currentFeeRate } from './sign-payout.ts';
import { UNSIGNED } from './payout-store.ts';
import { readStatement } from './statement.ts';

/** The settings of one coin. */
export interface UtxoSettings {
  readonly rpcUrl: string;
  /** Account-level extended public key; null = this rail does not receive. */
  readonly xpub: string | null;
  /** Private key of the paying address; null = this rail does not pay out. */
  readonly payoutKey: string | null;
  /** Explorer without a trailing slash; null = no links. */
  readonly explorerUrl: string | null;
  /** Cap of the fee, smallest units per virtual byte; null = the coin's default. */
  readonly maxFeeRate: bigint | null;
  /** For payment systems that set none. */
  readonly requiredConfirmations: number;
  /** Set in demo mode: payouts are signed only on test networks; otherwise only the main network is served. */
  readonly developmentOnly: boolean;
  /** Whether another process pays out, for a process without the key (`web`); undefined: true if this process has a key. */
  readonly paysOut?: (() => boolean) | undefined;
}

export interface UtxoRailDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly coin: Coin;
  readonly settings: UtxoSettings;
  /** A payment system by its code. */
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  readonly isPaused: IsPaused;
  readonly maxBlocksPerPoll?: number;
  readonly mempoolEveryMs?: number;
}

const MAX_BLOCKS_PER_POLL = 10;

/** Virtual bytes of a payout with one input and change: with segregated witness, and without. */
const TYPICAL_SEGWIT_SIZE = 141n;
const TYPICAL_LEGACY_SIZE = 226n;

/**
 * A coin of Bitcoin's family through the node behind `rpcUrl`. Throws on a malformed key, but starts while the node is down. Processes on
 * one database share addresses, cursor and coins.
 */
export function createUtxoRail({
  db,
  clock,
  log,
  coin,
  settings,
  paymentSystem,
  isPaused,
  maxBlocksPerPoll = MAX_BLOCKS_PER_POLL,
  mempoolEveryMs = MEMPOOL_EVERY_MS,
}: UtxoRailDeps): Rail {
  const node = createCoreNode(createCoreRpc(settings.rpcUrl), coin);
  const depositKey = settings.xpub === null ? null : readDepositKey(coin, settings.xpub);
  const key = settings.payoutKey === null ? null : readPayoutKey(coin, settings.payoutKey);
  const defaultConfirmations = Math.max(1, settings.requiredConfirmations);
  const { developmentOnly } = settings;
  const maxFeeRate = settings.maxFeeRate ?? coin.maxFeeRate;
  const chain = { db, clock, log, node, coin, mainOnly: !developmentOnly, maxBlocksPerPoll };
  const payouts = { ...chain, railName: coin.name, key, defaultConfirmations, maxFeeRate, paymentSystem, isPaused, developmentOnly };
  return {
    name: coin.name,
    capabilities: {
      receives: depositKey !== null,
      get paysOut() {
        return settings.paysOut?.() ?? key !== null;
      },
      transactionUrl: nodeExplorer(settings.explorerUrl, developmentOnly ? 'test' : 'main'),
    },
    receive: (request) =>
      unlessNodeFails(
        () => receive({ ...chain, depositKey, defaultConfirmations }, request),
        (error) => ({ outcome: 'later', reason: error.message }),
      ),
    payOut: (request) => payOut(payouts, request),
    askPayout: (request) => askPayout(payouts, request),
    check: (system) =>
      unlessNodeFails(
        async () => {
          const checked = await checkSystem(chain, system);
          return checked.ok ? { ok: true } : { ok: false, problem: checked.problem };
        },
        () => ({ ok: false, problem: 'unreachable' }),
      ),
    cancelPayout: (reference) => UNSIGNED.withdraw(db, reference, 'not_sent'),
    withdrawPayout: (reference, outcome) => withdrawPayout(payouts, reference, outcome),
    estimateNetworkFee: (system) =>
      unlessNodeFails(
        async () => {
          const checked = await checkSystem(chain, system);
          if (!checked.ok) return null;
          const size = coin.isSegwit ? TYPICAL_SEGWIT_SIZE : TYPICAL_LEGACY_SIZE;
          const amount = size * (await currentFeeRate(node, { coin, maxFeeRate }));
          return { amount, marketSymbol: system.marketSymbol, scale: system.scale };
        },
        () => null,
      ),
    statement: (since, before = FOREVER) => readStatement(payouts, { since, before }),
    poll: createPoll(payouts, mempoolEveryMs),
  };
}

/** Watches the payout address, reads blocks and mempool, reports deposits, then payouts. */
function createPoll(deps: PayoutDeps, mempoolEveryMs: number): Rail['poll'] {
  const mempool = createMempoolReader(deps, mempoolEveryMs);
  const nodeStatus = createNodeStatusLog(deps);
  const isolation = createIsolation(deps, 'utxo_payout_fault');
  return async (events) => {
    try {
      const network = await servedNetwork(deps);
      if (network && deps.key) await watchPayoutAddress(deps.db, network.genesis, deps.key.addressOn(network));
      const scan = await scanChain(deps);
      const isMempoolRead = await mempool.read(scan);
      nodeStatus.recovered();
      await reportDeposits(deps, { scan, isMempoolRead }, events);
    } catch (error) {
      if (!isNodeError(error)) throw error;
      nodeStatus.failed(error);
      return;
    }
    await pollPayouts(deps, events, isolation.run);
    const rail = deps.railName;
    await events.payoutProblems({ rail, kind: 'payout_fault', ...isolation.endRound() });
    await events.payoutProblems({ rail, kind: 'payout_lost', current: await lostPayouts(deps.db, rail), undecided: new Set() });
  };
}

/** Logs a node failure once and its recovery once, not on every poll. */
function createNodeStatusLog({ log, coin }: Pick<PayoutDeps, 'log' | 'coin'>): { failed(error: Error): void; recovered(): void } {
  let last: string | null = null;
  return {
    failed(error) {
      if (error.message !== last) log.warn({ coin: coin.name, reason: error.message }, 'utxo_node_trouble');
      last = error.message;
    },
    recovered() {
      if (last !== null) log.info({ coin: coin.name }, 'utxo_node_back');
      last = null;
    },
  };
}
