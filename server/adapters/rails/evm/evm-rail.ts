import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Rail } from '#server/adapters/rails/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { createAssetCheck } from './asset.ts';
import { readDepositKey } from './deposit-key.ts';
import { estimateNetworkFee } from './estimate-network-fee.ts';
import { createNode } from './node.ts';
import { askPayout, payOut, pollPayouts } from './pay-out.ts';
import { receive } from './receive.ts';
import { reportDeposits } from './report-deposits.ts';
import { createRpc, RpcRefusal, RpcUnavailable } from './rpc.ts';
import { scanDeposits } from './scan-deposits.ts';
import { readStatement } from './statement.ts';
import { withdrawPayout } from './withdraw-payout.ts';
import { readPayoutKey } from './sign-payout.ts';

/** The `EVM_*` settings. */
export interface EvmSettings {
  readonly rpcUrl: string;
  /** Account-level extended public key; null = this rail does not receive. */
  readonly xpub: string | null;
  /** Private key of the paying account; null = this rail does not pay out. */
  readonly payoutKey: string | null;
  /** Explorer without a trailing slash; null = no links. */
  readonly explorerUrl: string | null;
  /** For payment systems that set none. */
  readonly requiredConfirmations: number;
  /** Demo mode: nothing is signed on a chain whose money is real. */
  readonly developmentOnly: boolean;
  /** Whether the shop pays out on this chain, where this process itself has no key (a `web` process); undefined: as it has a key. */
  readonly paysOut?: (() => boolean) | undefined;
}

export interface EvmRailDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: EvmSettings;
  /** A payment system by its code. */
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  /** Name in the registry, where several chains are served by several rails; default `evm`. */
  readonly name?: string;
  /** Payment system of the chain's own coin, whose wallet pays network fees; default `ETH`. */
  readonly coinCode?: string;
  readonly maxBlocksPerPoll?: number;
}

const MAX_BLOCKS_PER_POLL = 25;

/**
 * ETH and ERC-20 tokens on the EVM chain behind `rpcUrl`. Throws at once when a key makes no sense; a node that is down is no
 * reason not to start. Several of them on one database (processes) share addresses, cursor and nonces.
 */
export function createEvmRail({
  db,
  clock,
  log,
  settings,
  paymentSystem,
  name = 'evm',
  coinCode = 'ETH',
  maxBlocksPerPoll = MAX_BLOCKS_PER_POLL,
}: EvmRailDeps): Rail {
  const node = createNode(createRpc(settings.rpcUrl));
  const depositKey = settings.xpub === null ? null : readDepositKey(settings.xpub);
  const key = settings.payoutKey === null ? null : readPayoutKey(settings.payoutKey);
  const defaultConfirmations = Math.max(1, settings.requiredConfirmations);
  const shared = { db, clock, log, node, checkAsset: createAssetCheck(node), defaultConfirmations };
  const { developmentOnly } = settings;
  const payouts = { ...shared, key, coinCode, railName: name, paymentSystem, developmentOnly };
  const nodeTrouble = troubleLog(log, name);
  let toldAtHead: string | null = null;
  return {
    name,
    capabilities: {
      receives: depositKey !== null,
      get paysOut() {
        return settings.paysOut?.() ?? key !== null;
      },
      transactionUrl: (_, txHash) => (settings.explorerUrl === null ? null : `${settings.explorerUrl.replace(/\/+$/, '')}/tx/${txHash}`),
    },
    async receive(request) {
      try {
        return await receive({ ...shared, depositKey }, request);
      } catch (error) {
        if (!isNodeTrouble(error)) throw error;
        return { outcome: 'later', reason: error.message };
      }
    },
    payOut: (request) => payOut(payouts, request),
    askPayout: (request) => askPayout(payouts, request),
    async check(paymentSystem) {
      try {
        const checked = await shared.checkAsset(paymentSystem);
        return checked.ok ? { ok: true } : { ok: false, problem: checked.reason };
      } catch (error) {
        if (!isNodeTrouble(error)) throw error;
        return { ok: false, problem: 'unreachable' };
      }
    },
    withdrawPayout: (reference) => withdrawPayout(shared, reference),
    async estimateNetworkFee(paymentSystem) {
      const coin = payouts.paymentSystem(coinCode);
      if (!coin) return null;
      try {
        return await estimateNetworkFee(shared, { paymentSystem, coin });
      } catch (error) {
        if (!isNodeTrouble(error)) throw error;
        return null;
      }
    },
    statement: (since) => readStatement({ ...shared, railName: name }, since),
    async poll(events) {
      let head: string | null = null;
      try {
        const scan = await scanDeposits({ ...shared, maxBlocksPerPoll });
        nodeTrouble.over();
        head = scan.headHash;
        await reportDeposits({ db, log, railName: name }, scan, events);
      } catch (error) {
        if (!isNodeTrouble(error)) throw error;
        nodeTrouble.met(error);
        // A node that refuses to list logs can still carry payouts; one that is silent cannot.
        if (error instanceof RpcUnavailable) return;
      }
      const isAllTold = await pollPayouts(payouts, events, head !== null && head === toldAtHead ? 'unchanged' : 'moved');
      toldAtHead = isAllTold ? head : null;
    },
  };
}

/** Says once that the node is in trouble and once that it is back, not with every poll. */
function troubleLog(log: Log, rail: string): { met(error: Error): void; over(): void } {
  let last: string | null = null;
  return {
    met(error) {
      if (error.name !== last) log.warn({ rail, reason: error.message }, 'evm_node_trouble');
      last = error.name;
    },
    over() {
      if (last !== null) log.info({ rail }, 'evm_node_back');
      last = null;
    },
  };
}

const isNodeTrouble = (error: unknown): error is RpcRefusal | RpcUnavailable =>
  error instanceof RpcRefusal || error instanceof RpcUnavailable;
