import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { FOREVER, type Instant, SECOND_MS } from '#core/time.ts';
import { nodeExplorer } from '#server/adapters/rails/explorer.ts';
import { createIsolation } from '#server/adapters/rails/isolate.ts';
import { isNodeError, unlessNodeFails } from '#server/adapters/rails/node-errors.ts';
import type { IsPaused, Rail } from '#server/adapters/rails/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { watchExecuted } from './lost-payouts.ts';
import { createMoneroNode } from './node.ts';
import { askPayout, payOut, type PayoutDeps, pollPayouts, withdrawPayout } from './pay-out.ts';
import { checkSystem } from './payment-system.ts';
import { UNMADE } from './payout-store.ts';
import { receive } from './receive.ts';
import { reportDeposits } from './report-deposits.ts';
import { createMoneroRpc } from './rpc.ts';
import { scanWallet } from './scan-wallet.ts';
import { readStatement } from './statement.ts';
import { createMoneroWallet } from './wallet.ts';

/** The `MONERO_*` settings. URLs with name and password, unless a server was started without a login. */
export interface MoneroSettings {
  readonly nodeUrl: string;
  /** A wallet without the spend key; null = this rail does not receive. */
  readonly walletUrl: string | null;
  /** A wallet with the spend key; null = this process does not pay out. */
  readonly payoutUrl: string | null;
  /** Explorer without a trailing slash; null = a public one. */
  readonly explorerUrl: string | null;
  /** The most a payout may cost in fees, in atomic units; null = the default. */
  readonly maxFee: bigint | null;
  /** Set in demo mode: payouts are made only on test networks; otherwise only the main network is served. */
  readonly developmentOnly: boolean;
  /** Whether another process pays out, for a process without the wallet (`web`); undefined: true if this process has it. */
  readonly paysOut?: (() => boolean) | undefined;
}

export interface MoneroRailDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: MoneroSettings;
  /** A payment system by its code. */
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  readonly isPaused: IsPaused;
  /** Time between two readings of the wallet. */
  readonly scanEveryMs?: number;
}

const NAME = 'monero';
const COIN_CODE = 'XMR';

/** 0.01 XMR; an ordinary payout costs about a hundredth of it. */
const DEFAULT_MAX_FEE = 10_000_000_000n;

/** Weight of a payout with two inputs and change. */
const TYPICAL_WEIGHT = 2200n;

/**
 * Monero through a node and up to two wallets. It starts while they are down. Processes on one database share addresses, deposits and
 * payouts.
 */
export function createMoneroRail({ db, clock, log, settings, paymentSystem, isPaused, scanEveryMs = 5 * SECOND_MS }: MoneroRailDeps): Rail {
  const walletAt = (url: string | null) => (url === null ? null : createMoneroWallet(createMoneroRpc(url)));
  const node = createMoneroNode(createMoneroRpc(settings.nodeUrl));
  const { developmentOnly } = settings;
  const [receiving, paying] = [walletAt(settings.walletUrl), walletAt(settings.payoutUrl)];
  const chain = { db, clock, log, node, receiving, developmentOnly };
  const maxFee = settings.maxFee ?? DEFAULT_MAX_FEE;
  const payouts: PayoutDeps = { ...chain, railName: NAME, paying, maxFee, coinCode: COIN_CODE, paymentSystem, isPaused };
  return {
    name: NAME,
    capabilities: {
      receives: receiving !== null,
      get paysOut() {
        return settings.paysOut?.() ?? paying !== null;
      },
      transactionUrl: nodeExplorer(settings.explorerUrl, developmentOnly ? 'test' : 'main'),
    },
    receive: (request) =>
      unlessNodeFails(
        () => receive(chain, request),
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
    cancelPayout: (reference) => UNMADE.withdraw(db, reference, 'not_sent'),
    withdrawPayout: (reference, outcome) => withdrawPayout(payouts, reference, outcome),
    estimateNetworkFee: (system) =>
      unlessNodeFails(
        async () => {
          const checked = await checkSystem(chain, system);
          if (!checked.ok) return null;
          return { amount: TYPICAL_WEIGHT * (await node.feeRate()), marketSymbol: COIN_CODE, scale: system.scale };
        },
        () => null,
      ),
    statement: (since, before = FOREVER) => readStatement(payouts, { since, before }),
    poll: createPoll(payouts, scanEveryMs),
  };
}

/** Reads the wallet, reports deposits, then payouts. */
function createPoll(deps: PayoutDeps, scanEveryMs: number): Rail['poll'] {
  const isolation = createIsolation(deps, 'monero_payout_fault');
  const [rail, log] = [deps.railName, deps.log];
  const failures = new Map<string, string>();
  let scanAt: Instant = 0;
  /** A wallet or node that is down is logged once, not on every poll, and does not stop the other part. */
  const unlessDown = async (part: 'receiving' | 'watching', work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      if (failures.delete(part) && failures.size === 0) log.info({}, 'monero_node_back');
    } catch (error) {
      if (!isNodeError(error)) throw error;
      if (![...failures.values()].includes(error.message)) log.warn({ part, reason: error.message }, 'monero_node_trouble');
      failures.set(part, error.message);
    }
  };
  return async (events) => {
    if (deps.clock.now() < scanAt) return;
    scanAt = deps.clock.now() + scanEveryMs;
    await unlessDown('receiving', async () => {
      const scan = await scanWallet(deps);
      if (scan) await reportDeposits(deps, scan, events);
    });
    await unlessDown(
      'watching',
      async () => await events.payoutProblems({ rail, kind: 'payout_lost', current: await watchExecuted(deps), undecided: new Set() }),
    );
    await pollPayouts(deps, events, isolation.run);
    await events.payoutProblems({ rail, kind: 'payout_fault', ...isolation.endRound() });
  };
}
