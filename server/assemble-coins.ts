import { createCoreNode } from './adapters/rails/utxo/node.ts';
import { createCoreRpc } from './adapters/rails/utxo/rpc.ts';
import { COINS } from './adapters/rails/utxo/coins.ts';
import { servedNetwork } from './adapters/rails/utxo/scan-chain.ts';
import type { UtxoSettings } from './adapters/rails/utxo/utxo-rail.ts';
import type { Base } from './assemble-base.ts';
import type { Config } from './config/config.ts';
import { assignRail } from './payment-systems/store.ts';
import { ConfigError } from './platform/errors.ts';

/** Whether payouts of a rail are possible, by its name. */
export type RailPaysOut = (name: string) => boolean;

/** For payment systems that set no number of their own. */
const CONFIRMATIONS = 6;

/** The settings of the rails of Bitcoin's family, by name. */
export const utxoSettings = (
  { coins, mode, role }: Pick<Config, 'coins' | 'mode' | 'role'>,
  paysOut: RailPaysOut,
): ReadonlyMap<string, UtxoSettings> =>
  new Map(
    coins.map((coin) => [
      coin.name,
      {
        rpcUrl: coin.rpcUrl,
        xpub: coin.xpub ?? null,
        payoutKey: coin.payoutKey ?? null,
        explorerUrl: coin.explorerUrl ?? null,
        maxFeeRate: coin.maxFeeRate ?? null,
        requiredConfirmations: CONFIRMATIONS,
        developmentOnly: mode === 'demo',
        paysOut: role === 'web' ? () => paysOut(coin.name) : undefined,
      },
    ]),
  );

/**
 * Assigns the payment systems of the configured coins to their rails. Refuses a node of another chain. The process also starts while a node
 * is down: another start has assigned them, or a later one will.
 */
export async function assignCoinRails(base: Pick<Base, 'db' | 'log'>, { coins, mode }: Pick<Config, 'coins' | 'mode'>): Promise<void> {
  for (const { name, rpcUrl } of coins) {
    const coin = COINS.find((one) => one.name === name);
    if (!coin) continue;
    try {
      const network = await servedNetwork({ node: createCoreNode(createCoreRpc(rpcUrl), coin), mainOnly: mode === 'production' });
      if (!network) {
        const expected = mode === 'production' ? `the main network of ${name}` : `a network of ${name}`;
        throw new ConfigError(`Wrong configuration:\n  ${coin.prefix}_RPC_URL must be a node of ${expected}`);
      }
      const isAssigned = await base.db.tx((tx) => assignRail(tx, { code: coin.code, rail: name, railSettings: {} }));
      base.log.info({ coin: name, network: network.name, isAssigned }, 'utxo_rail_in_use');
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      base.log.warn({ coin: name, error }, 'utxo_node_unreachable');
    }
  }
}
