import { createTronApi } from './adapters/rails/tron/api.ts';
import { MAIN_GENESIS } from './adapters/rails/tron/asset.ts';
import { createTronNode } from './adapters/rails/tron/node.ts';
import type { TronSettings } from './adapters/rails/tron/tron-rail.ts';
import type { RailPaysOut } from './assemble-coins.ts';
import type { Base } from './assemble-base.ts';
import type { Config } from './config/config.ts';
import { assignRail } from './payment-systems/store.ts';
import { ConfigError } from './platform/errors.ts';

/** The settings of the `tron` rail; null: no node is configured. */
export const tronSettings = ({ tron, mode, role }: Pick<Config, 'tron' | 'mode' | 'role'>, paysOut: RailPaysOut): TronSettings | null =>
  tron === undefined
    ? null
    : {
        apiUrl: tron.apiUrl,
        apiKey: tron.apiKey ?? null,
        xpub: tron.xpub ?? null,
        payoutKey: tron.payoutKey ?? null,
        explorerUrl: tron.explorerUrl ?? null,
        maxFee: tron.maxFee ?? null,
        developmentOnly: mode === 'demo',
        paysOut: role === 'web' ? () => paysOut('tron') : undefined,
      };

/**
 * Assigns TRX and the configured tokens to the `tron` rail. Refuses a node of another network, and a payout key on the main network in demo
 * mode. The process also starts while the node is down.
 */
export async function assignTronRail(base: Pick<Base, 'db' | 'log'>, { tron, mode }: Pick<Config, 'tron' | 'mode'>): Promise<void> {
  if (tron === undefined) return;
  try {
    const isMain = (await createTronNode(createTronApi(tron.apiUrl, tron.apiKey ?? null)).genesis()) === MAIN_GENESIS;
    if (mode === 'production' && !isMain) throw new ConfigError('Wrong configuration:\n  TRON_API_URL must be a node of the main network');
    if (mode === 'demo' && isMain && tron.payoutKey !== undefined)
      throw new ConfigError('Wrong configuration:\n  TRON_PAYOUT_KEY cannot be used in demo mode on the main network: its money is real');
    const systems = [['TRX', {}] as const, ...Object.entries(tron.tokens).map(([code, contract]) => [code, { contract }] as const)];
    const codes = await base.db.tx(async (tx) => {
      const assigned: string[] = [];
      for (const [code, railSettings] of systems)
        if (await assignRail(tx, { code, rail: 'tron', railSettings: { ...railSettings } })) assigned.push(code);
      return assigned;
    });
    base.log.info({ isMain, codes }, 'tron_rail_in_use');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    base.log.warn({ error }, 'tron_node_unreachable');
  }
}
