import { hkdfSync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import * as z from 'zod';
import { SECOND_MS } from '#core/time.ts';
import { createPayoutProblems } from '#server/payouts/payout-problems.ts';
import { applyPayoutAnswer } from '#server/payouts/machine/apply-payout-answer.ts';
import { DEVELOPMENT_CHAINS } from './adapters/rails/evm/pay-out.ts';
import { createRails } from './adapters/rails/index.ts';
import type { Rail, RailEvents } from './adapters/rails/port.ts';
import { type RailPaysOut, utxoSettings } from './assemble-coins.ts';
import { moneroSettings } from './assemble-monero.ts';
import { tronSettings } from './assemble-tron.ts';
import type { Base } from './assemble-base.ts';
import { recordDeposit } from './deposits/record-deposit.ts';
import type { Deps } from './deps.ts';
import { reportOddity } from './deposits/report-oddity.ts';
import { type LoadedCatalogue, useEvmRail } from './payment-systems/load-catalogue.ts';
import { createManualPayouts } from './payout-tasks/manual-payouts.ts';
import { createManualReceiving } from './pool/give-requisite.ts';
import type { Config } from './config/config.ts';
import { ConfigError } from './platform/errors.ts';
import { callOutside, parseRaw } from './platform/outbound.ts';
import { createPauseCheck } from './switches/switches.ts';

const POLL_MS = 1000;
const NODE_DEADLINE_MS = 3000;
/** For payment systems that set no number of their own. */
const EVM_CONFIRMATIONS = 12;

/** Account key of deposit addresses in demo mode, if none is configured. It is derived from the secret key. */
function demoXpub(secretKey: string): string {
  const seed = new Uint8Array(hkdfSync('sha256', secretKey, 'razmen', 'evm deposits', 32));
  return HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'").publicExtendedKey;
}

async function fetchChainId(rpcUrl: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  const answer = await callOutside({
    url: rpcUrl,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    deadlineMs: NODE_DEADLINE_MS,
  });
  const { result } = parseRaw(answer.json(), (value) => z.object({ result: z.string().regex(/^0x[0-9a-f]+$/i) }).parse(value));
  return Number(result);
}

/**
 * Assigns the payment systems of the configured chain to the `evm` rail. The process also starts while the node is down: another start has
 * assigned them, or a later one will.
 */
export async function assignEvmRail(base: Pick<Base, 'db' | 'log'>, config: Pick<Config, 'mode' | 'evm'>): Promise<void> {
  if (config.evm === undefined) return;
  const { rpcUrl, tokens, payoutKey } = config.evm;
  try {
    const chainId = await fetchChainId(rpcUrl);
    if (config.mode === 'demo' && payoutKey !== undefined && !DEVELOPMENT_CHAINS.includes(chainId))
      throw new ConfigError(`Wrong configuration:\n  EVM_PAYOUT_KEY cannot be used in demo mode on chain ${chainId}: its money is real`);
    const codes = await base.db.tx((tx) => useEvmRail(tx, { chainId, coin: 'ETH', contracts: tokens }));
    base.log.info({ chainId, codes }, 'evm_rail_in_use');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    base.log.warn({ error }, 'evm_node_unreachable');
  }
}

/** Internal URL of this process. The test bank answers there. */
export const ownUrlOf = ({ host, port }: Pick<Config, 'host' | 'port'>): string => {
  const reachable = ['0.0.0.0', '::', 'localhost'].includes(host) ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
};

const PAYS_OUT_FRESH_MS = 10 * SECOND_MS;

const PaysOutRow = rowType({ value: col.json(z.boolean()) });

/**
 * Whether payouts of one rail are possible. Processes that pay out store it in `settings`. Processes with `ROLE=web` have no payout key and
 * read it from there. `setting` is its name, `paysOut` whether this process has the key.
 */
async function sharePaysOut(
  base: Pick<Deps, 'db' | 'clock' | 'log'>,
  { role, setting, paysOut }: { readonly role: Config['role']; readonly setting: string; readonly paysOut: boolean },
): Promise<() => boolean> {
  const { db, clock, log } = base;
  if (role !== 'web') {
    await db.run(sql`
      insert into settings (key, value) values (${setting}, ${JSON.stringify(paysOut)}::jsonb)
      on conflict (key) do update set value = excluded.value, updated_at = now()`);
    return () => paysOut;
  }
  const read = async () => (await db.maybe(PaysOutRow, sql`select value from settings where key = ${setting}`))?.value === true;
  let isPossible = await read();
  let readAt = clock.now();
  return () => {
    if (clock.now() - readAt > PAYS_OUT_FRESH_MS) {
      readAt = clock.now();
      read().then(
        (value) => (isPossible = value),
        (error: unknown) => log.warn({ setting, error }, 'pays_out_unread'),
      );
    }
    return isPossible;
  };
}

/** Whether payouts of a rail that signs them itself are possible, by the rail's name. */
export async function sharePayingRails(
  base: Pick<Deps, 'db' | 'clock' | 'log'>,
  { role, evm, coins, tron, monero }: Pick<Config, 'role' | 'evm' | 'coins' | 'tron' | 'monero'>,
): Promise<RailPaysOut> {
  const configured = [
    ...(evm ? [{ ...evm, name: 'evm' }] : []),
    ...(tron ? [{ ...tron, name: 'tron' }] : []),
    ...(monero ? [{ name: 'monero', payoutKey: monero.payoutUrl }] : []),
    ...coins,
  ];
  const byName = new Map<string, () => boolean>();
  for (const { name, payoutKey } of configured)
    byName.set(name, await sharePaysOut(base, { role, setting: `${name}_pays_out`, paysOut: payoutKey !== undefined }));
  return (name) => byName.get(name)?.() ?? false;
}

/** The configured rails. `ownUrl`: our internal URL, known once we listen. */
export function assembleRails(
  base: Base,
  config: Config,
  {
    catalogue,
    ownUrl,
    paysOut,
  }: {
    readonly catalogue: LoadedCatalogue;
    readonly ownUrl: () => string;
    readonly paysOut: RailPaysOut;
  },
): ReadonlyMap<string, Rail> {
  const { evm, mode } = config;
  const xpub = evm?.xpub ?? (mode === 'demo' ? demoXpub(base.oldestSecretKey) : null);
  return createRails({
    ...base,
    mode,
    internalUrl: ownUrl,
    paymentSystem: (code) => catalogue.paymentSystem(code),
    isPaused: createPauseCheck(base),
    acquirers: config.acquirers,
    publicUrl: config.publicUrl,
    utxo: utxoSettings(config, paysOut),
    tron: tronSettings(config, paysOut),
    monero: moneroSettings(config, paysOut),
    manual: { receiving: createManualReceiving(base), paying: createManualPayouts(base) },
    evm:
      evm === undefined
        ? null
        : {
            rpcUrl: evm.rpcUrl,
            secondRpcUrl: evm.secondRpcUrl ?? null,
            xpub,
            payoutKey: evm.payoutKey ?? null,
            explorerUrl: evm.explorerUrl ?? null,
            requiredConfirmations: EVM_CONFIRMATIONS,
            developmentOnly: mode === 'demo',
            paysOut: config.role === 'web' ? () => paysOut('evm') : undefined,
          },
  });
}

/** Stores what rails report. */
export const railEvents = (deps: Deps): RailEvents => ({
  deposit: (deposit) => recordDeposit(deps, deposit),
  payout: (reference, answer) => applyPayoutAnswer(deps, reference, answer),
  payoutProblems: createPayoutProblems(deps),
  oddity: (oddity) => reportOddity(deps, oddity),
});

/** Polls every rail once a second. */
export function railJobs(deps: Deps, events: RailEvents): void {
  for (const rail of deps.rails.values()) deps.queue.every(`poll-${rail.name}`, POLL_MS, () => rail.poll(events));
}
