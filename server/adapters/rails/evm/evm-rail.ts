import { FOREVER } from '#core/time.ts';
import { nodeExplorer } from '#server/adapters/rails/explorer.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { NetworkFeeEstimate } from '#core/pricing/network-fee.ts';
import type { IsPaused, Rail } from '#server/adapters/rails/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { type AssetCheck, assetOf, createAssetCheck } from './asset.ts';
import { receive } from './receive.ts';
import { readDepositKey } from './deposit-address.ts';
import { createNode, type EvmNode } from './node.ts';
import { createRpc } from './rpc.ts';
import { createIsolation } from '#server/adapters/rails/isolate.ts';
import { isNodeError, RpcUnavailable, unlessNodeFails } from '#server/adapters/rails/node-errors.ts';
import { followLostPayouts } from './lost-payouts.ts';
import { askPayout, payOut, type PayoutDeps, pollPayouts } from './pay-out.ts';
import { UNSIGNED } from './payout-store.ts';
import { withdrawPayout } from './withdraw-payout.ts';
import { reportDeposits, scanDeposits, type ScanDeps } from './scan-deposits.ts';
import { readPayoutKey } from './sign-payout.ts';
import { readStatement } from './statement.ts';

/** Exact gas of a coin transfer; typical gas of a transfer of any token to an address that never held it. */
const COIN_GAS = 21_000n;
const TOKEN_GAS = 65_000n;

/** Current network fee of one transfer. Uses only node calls that need no account. */
export async function estimateNetworkFee(
  { node, checkAsset }: { readonly node: EvmNode; readonly checkAsset: (paymentSystem: PaymentSystem) => Promise<AssetCheck> },
  { paymentSystem, coin }: { readonly paymentSystem: PaymentSystem; readonly coin: Pick<PaymentSystem, 'marketSymbol' | 'scale'> },
): Promise<NetworkFeeEstimate | null> {
  const check = await checkAsset(paymentSystem);
  if (!check.ok) return null;
  const gas = check.asset.contract === null ? COIN_GAS : TOKEN_GAS;
  return { amount: gas * (await node.gasPrice()), marketSymbol: coin.marketSymbol, scale: coin.scale };
}

/** The `EVM_*` settings. */
export interface EvmSettings {
  readonly rpcUrl: string;
  /** A node of another operator, which must agree before a payout fails or is excluded; null = none. */
  readonly secondRpcUrl?: string | null;
  /** Account-level extended public key; null = this rail does not receive. */
  readonly xpub: string | null;
  /** Private key of the paying account; null = this rail does not pay out. */
  readonly payoutKey: string | null;
  /** Explorer without a trailing slash; null = no links. */
  readonly explorerUrl: string | null;
  /** For payment systems that set none. */
  readonly requiredConfirmations: number;
  /** Set in demo mode: payouts are signed only on chains of developers' own nodes. */
  readonly developmentOnly: boolean;
  /** Whether another process pays out on this chain, for a process without the key (`web`); undefined: true if this process has a key. */
  readonly paysOut?: (() => boolean) | undefined;
}

export interface EvmRailDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: EvmSettings;
  /** A payment system by its code. */
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  readonly isPaused: IsPaused;
  /** Name in the registry if several rails serve several chains; default `evm`. */
  readonly name?: string;
  /** Payment system of the chain's own coin, whose wallet pays network fees; default `ETH`. */
  readonly coinCode?: string;
  readonly maxBlocksPerPoll?: number;
}

const MAX_BLOCKS_PER_POLL = 25;

/** Ethereum, BNB Chain, Ethereum Classic and Polygon: other chains with the same tokens have other explorers. */
const MAIN_CHAINS: ReadonlySet<number> = new Set([1, 56, 61, 137]);

const nodesOf = ({ rpcUrl, secondRpcUrl }: EvmSettings): readonly [EvmNode, EvmNode?] =>
  secondRpcUrl == null ? [createNode(createRpc(rpcUrl))] : [createNode(createRpc(rpcUrl)), createNode(createRpc(secondRpcUrl))];

/**
 * ETH and ERC-20 tokens on the EVM chain behind `rpcUrl`. Throws on a malformed key, but starts while the node is down. Processes on one
 * database share addresses, cursor and nonces.
 */
export function createEvmRail({
  db,
  clock,
  log,
  settings,
  paymentSystem,
  isPaused,
  name = 'evm',
  coinCode = 'ETH',
  maxBlocksPerPoll = MAX_BLOCKS_PER_POLL,
}: EvmRailDeps): Rail {
  const [node, secondNode = null] = nodesOf(settings);
  const depositKey = settings.xpub === null ? null : readDepositKey(settings.xpub);
  const key = settings.payoutKey === null ? null : readPayoutKey(settings.payoutKey);
  const defaultConfirmations = Math.max(1, settings.requiredConfirmations);
  const shared = { db, clock, log, node, checkAsset: createAssetCheck(node), defaultConfirmations };
  const { developmentOnly } = settings;
  const readChain = () => scanDeposits({ ...shared, maxBlocksPerPoll });
  const payouts = { ...shared, secondNode, readChain, key, coinCode, railName: name, paymentSystem, isPaused, developmentOnly };
  return {
    name,
    capabilities: {
      receives: depositKey !== null,
      get paysOut() {
        return settings.paysOut?.() ?? key !== null;
      },
      transactionUrl: (system, txHash) => {
        const chain = MAIN_CHAINS.has(assetOf(system)?.chainId ?? 0) ? 'main' : 'test';
        return nodeExplorer(settings.explorerUrl, chain)(system, txHash);
      },
    },
    receive: (request) =>
      unlessNodeFails(
        () => receive({ ...shared, depositKey }, request),
        (error) => ({ outcome: 'later', reason: error.message }),
      ),
    payOut: (request) => payOut(payouts, request),
    askPayout: (request) => askPayout(payouts, request),
    check: (system) =>
      unlessNodeFails(
        async () => {
          const checked = await shared.checkAsset(system);
          return checked.ok ? { ok: true } : { ok: false, problem: checked.reason };
        },
        () => ({ ok: false, problem: 'unreachable' }),
      ),
    cancelPayout: (reference) => UNSIGNED.withdraw(db, reference, 'not_sent'),
    withdrawPayout: (reference, outcome) => withdrawPayout(payouts, reference, outcome),
    async estimateNetworkFee(system) {
      const coin = paymentSystem(coinCode);
      if (!coin) return null;
      return await unlessNodeFails(
        () => estimateNetworkFee(shared, { paymentSystem: system, coin }),
        () => null,
      );
    },
    statement: (since, before = FOREVER) => readStatement({ ...shared, railName: name }, { since, before }),
    poll: createPoll({ ...payouts, maxBlocksPerPoll }),
  };
}

/** Reports deposits, then payouts. A chain whose head has not moved since all payouts were reported is not read for payouts again. */
function createPoll(deps: PayoutDeps & ScanDeps & { readonly railName: string }): Rail['poll'] {
  const nodeStatus = createNodeStatusLog(deps.log, deps.railName);
  const isolation = createIsolation(deps, 'evm_payout_fault');
  let reportedAtHead: string | null = null;
  return async (events) => {
    let head: string | null = null;
    try {
      const scan = await scanDeposits(deps);
      nodeStatus.recovered();
      head = scan.headHash;
      await reportDeposits(deps, scan, events);
    } catch (error) {
      if (!isNodeError(error)) throw error;
      nodeStatus.failed(error);
      // A node that refuses to list logs can still broadcast payouts; one that does not respond cannot.
      if (error instanceof RpcUnavailable) return;
    }
    const isAllReported = await pollPayouts(deps, events, {
      chain: head !== null && head === reportedAtHead ? 'unchanged' : 'moved',
      isolate: isolation.run,
    });
    const rail = deps.railName;
    await events.payoutProblems({ rail, kind: 'payout_fault', ...isolation.endRound() });
    const lost = await unlessNodeFails(
      () => followLostPayouts(deps),
      () => undefined,
    );
    if (lost) await events.payoutProblems({ rail, kind: 'payout_lost', current: lost, undecided: new Set() });
    reportedAtHead = isAllReported ? head : null;
  };
}

/** Logs a node failure once and its recovery once, not on every poll. */
function createNodeStatusLog(log: Log, rail: string): { failed(error: Error): void; recovered(): void } {
  let last: string | null = null;
  return {
    failed(error) {
      if (error.name !== last) log.warn({ rail, reason: error.message }, 'evm_node_trouble');
      last = error.name;
    },
    recovered() {
      if (last !== null) log.info({ rail }, 'evm_node_back');
      last = null;
    },
  };
}
