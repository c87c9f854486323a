import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { NetworkFeeEstimate } from '#core/pricing/network-fee.ts';
import { FOREVER, type Instant, SECOND_MS } from '#core/time.ts';
import { nodeExplorer } from '#server/adapters/rails/explorer.ts';
import { createIsolation } from '#server/adapters/rails/isolate.ts';
import { isNodeError, unlessNodeFails } from '#server/adapters/rails/node-errors.ts';
import type { IsPaused, Rail } from '#server/adapters/rails/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { readDepositKey, readPayoutKey } from './address.ts';
import { createTronApi } from './api.ts';
import { checkAsset } from './asset.ts';
import { createTronNode, type TronNode } from './node.ts';
import { askPayout, payOut, type PayoutDeps, pollPayouts, withdrawPayout } from './pay-out.ts';
import { UNSIGNED } from './payout-store.ts';
import { receive } from './receive.ts';
import { reportDeposits } from './report-deposits.ts';
import { scanChain } from './scan-chain.ts';
import { readStatement } from './statement.ts';

/** The `TRON_*` settings. */
export interface TronSettings {
  readonly apiUrl: string;
  readonly apiKey: string | null;
  /** Account-level extended public key; null = this rail does not receive. */
  readonly xpub: string | null;
  /** Private key of the paying account; null = this rail does not pay out. */
  readonly payoutKey: string | null;
  /** Explorer without a trailing slash; null = a public one. */
  readonly explorerUrl: string | null;
  /** The most a payout may cost in fees, in sun; null = the default. */
  readonly maxFee: bigint | null;
  /** Set in demo mode: payouts are signed only on test networks; otherwise only the main network is served. */
  readonly developmentOnly: boolean;
  /** Whether another process pays out, for a process without the key (`web`); undefined: true if this process has a key. */
  readonly paysOut?: (() => boolean) | undefined;
}

export interface TronRailDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: TronSettings;
  /** A payment system by its code. */
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  readonly isPaused: IsPaused;
  readonly maxBlocksPerPoll?: number;
  /** Time between two readings of the chain, which has a block every 3 s. */
  readonly scanEveryMs?: number;
}

const NAME = 'tron';
const COIN_CODE = 'TRX';
const MAX_BLOCKS_PER_POLL = 20;

/** 50 TRX; a transfer of USDT to an address without any costs about 13 TRX at the prices of 2026. */
const DEFAULT_MAX_FEE = 50_000_000n;

/** Energy and bytes of an ordinary payout: a token to an address without any, the coin to a known one. */
const TOKEN_ENERGY = 130_000n;
const TOKEN_BYTES = 410n;
const COIN_BYTES = 332n;

async function estimateFee(
  deps: { readonly node: TronNode; readonly developmentOnly: boolean },
  paymentSystem: PaymentSystem,
): Promise<NetworkFeeEstimate | null> {
  const check = await checkAsset(deps, paymentSystem);
  if (!check.ok) return null;
  const { perEnergy, perByte } = await deps.node.prices();
  const amount = check.contract === null ? COIN_BYTES * perByte : TOKEN_ENERGY * perEnergy + TOKEN_BYTES * perByte;
  return { amount, marketSymbol: COIN_CODE, scale: 6 };
}

/**
 * TRX and TRC-20 tokens through a full node's HTTP API. Throws on a malformed key, but starts while the node is down. Processes on one
 * database share addresses, cursor and payouts.
 */
export function createTronRail({
  db,
  clock,
  log,
  settings,
  paymentSystem,
  isPaused,
  maxBlocksPerPoll = MAX_BLOCKS_PER_POLL,
  scanEveryMs = 3 * SECOND_MS,
}: TronRailDeps): Rail {
  const node = createTronNode(createTronApi(settings.apiUrl, settings.apiKey));
  const depositKey = settings.xpub === null ? null : readDepositKey(settings.xpub);
  const key = settings.payoutKey === null ? null : readPayoutKey(settings.payoutKey);
  const { developmentOnly } = settings;
  const maxFee = settings.maxFee ?? DEFAULT_MAX_FEE;
  const chain = { db, clock, log, node, maxBlocksPerPoll, developmentOnly };
  const payouts: PayoutDeps = { ...chain, railName: NAME, key, maxFee, coinCode: COIN_CODE, paymentSystem, isPaused };
  return {
    name: NAME,
    capabilities: {
      receives: depositKey !== null,
      get paysOut() {
        return settings.paysOut?.() ?? key !== null;
      },
      transactionUrl: nodeExplorer(settings.explorerUrl, developmentOnly ? 'test' : 'main'),
    },
    receive: (request) =>
      unlessNodeFails(
        () => receive({ ...chain, depositKey }, request),
        (error) => ({ outcome: 'later', reason: error.message }),
      ),
    payOut: (request) => payOut(payouts, request),
    askPayout: (request) => askPayout(payouts, request),
    check: (system) =>
      unlessNodeFails(
        async () => {
          const checked = await checkAsset(chain, system);
          return checked.ok ? { ok: true } : { ok: false, problem: checked.reason };
        },
        () => ({ ok: false, problem: 'unreachable' }),
      ),
    cancelPayout: (reference) => UNSIGNED.withdraw(db, reference, 'not_sent'),
    withdrawPayout: (reference, outcome) => withdrawPayout(payouts, reference, outcome),
    estimateNetworkFee: (system) =>
      unlessNodeFails(
        () => estimateFee(chain, system),
        () => null,
      ),
    statement: (since, before = FOREVER) => readStatement(payouts, { since, before }),
    poll: createPoll(payouts, scanEveryMs),
  };
}

/** Reads the chain, reports deposits, then payouts. */
function createPoll(deps: PayoutDeps, scanEveryMs: number): Rail['poll'] {
  const isolation = createIsolation(deps, 'tron_payout_fault');
  const recent: Parameters<typeof scanChain>[1] = new Map();
  let failure: string | null = null;
  let scanAt: Instant = 0;
  return async (events) => {
    if (deps.clock.now() < scanAt) return;
    scanAt = deps.clock.now() + scanEveryMs;
    try {
      const scan = await scanChain(deps, recent);
      // A long backlog is read without a break
      if (!scan.isCaughtUp) scanAt = 0;
      if (failure !== null) deps.log.info({}, 'tron_node_back');
      failure = null;
      await reportDeposits(deps, scan, events);
    } catch (error) {
      if (!isNodeError(error)) throw error;
      // Once, not on every poll
      if (failure !== error.message) deps.log.warn({ reason: error.message }, 'tron_node_trouble');
      failure = error.message;
      return;
    }
    await pollPayouts(deps, events, isolation.run);
    await events.payoutProblems({ rail: NAME, kind: 'payout_fault', ...isolation.endRound() });
  };
}
