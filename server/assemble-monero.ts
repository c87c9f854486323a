import { networkOf } from './adapters/rails/monero/address.ts';
import type { MoneroSettings } from './adapters/rails/monero/monero-rail.ts';
import { createMoneroNode } from './adapters/rails/monero/node.ts';
import { createMoneroRpc } from './adapters/rails/monero/rpc.ts';
import type { Head } from './adapters/rails/monero/translate.ts';
import { createMoneroWallet } from './adapters/rails/monero/wallet.ts';
import type { RailPaysOut } from './assemble-coins.ts';
import type { Base } from './assemble-base.ts';
import type { Config } from './config/config.ts';
import { assignRail } from './payment-systems/store.ts';
import { ConfigError } from './platform/errors.ts';

/** The settings of the `monero` rail; null: no node is configured. */
export const moneroSettings = (
  { monero, mode, role }: Pick<Config, 'monero' | 'mode' | 'role'>,
  paysOut: RailPaysOut,
): MoneroSettings | null =>
  monero === undefined
    ? null
    : {
        nodeUrl: monero.nodeUrl,
        walletUrl: monero.walletUrl ?? null,
        payoutUrl: monero.payoutUrl ?? null,
        explorerUrl: monero.explorerUrl ?? null,
        maxFee: monero.maxFee ?? null,
        developmentOnly: mode === 'demo',
        paysOut: role === 'web' ? () => paysOut('monero') : undefined,
      };

const wrong = (problem: string): never => {
  throw new ConfigError(`Wrong configuration:\n  ${problem}`);
};

interface WalletSetting {
  readonly name: string;
  readonly url: string | undefined;
  readonly mustSpend: boolean;
}

/** Refuses a wallet of another network than the node, one that could spend where it must not, and one that cannot where it must. */
async function checkWallet({ name, url = '', mustSpend }: WalletSetting, { network }: Head): Promise<void> {
  const wallet = createMoneroWallet(createMoneroRpc(url));
  if (networkOf(await wallet.primaryAddress()) !== (network === 'private' ? 'main' : network))
    wrong(`${name} must be a wallet of the network of MONERO_NODE_URL`);
  if ((await wallet.isViewOnly()) !== mustSpend) return;
  if (mustSpend) wrong(`${name} must be a wallet with its spend key: this one cannot pay`);
  wrong(`${name} must be a view-only wallet: this one can spend`);
}

/** Refuses a network that this mode must not use. */
function checkNetwork({ monero, mode }: Pick<Config, 'monero' | 'mode'>, { network }: Head): void {
  if (mode === 'production' && network !== 'main') wrong('MONERO_NODE_URL must be a node of the main network');
  if (mode === 'demo' && network === 'main' && monero?.payoutUrl !== undefined)
    wrong('MONERO_PAYOUT_RPC_URL cannot be used in demo mode on the main network: its money is real');
}

/**
 * Assigns XMR to the `monero` rail, if its network and the keys of its wallets are right. The process also starts while one of the servers
 * is down; the others are checked.
 */
export async function assignMoneroRail(base: Pick<Base, 'db' | 'log'>, config: Pick<Config, 'monero' | 'mode'>): Promise<void> {
  const { monero } = config;
  if (monero === undefined) return;
  try {
    const head = await createMoneroNode(createMoneroRpc(monero.nodeUrl)).head();
    checkNetwork(config, head);
    await checkOrWarn(base, { name: 'MONERO_WALLET_RPC_URL', url: monero.walletUrl, mustSpend: false }, head);
    await checkOrWarn(base, { name: 'MONERO_PAYOUT_RPC_URL', url: monero.payoutUrl, mustSpend: true }, head);
    const isAssigned = await base.db.tx((tx) => assignRail(tx, { code: 'XMR', rail: 'monero', railSettings: {} }));
    base.log.info({ network: head.network, isAssigned }, 'monero_rail_in_use');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    base.log.warn({ error }, 'monero_node_unreachable');
  }
}

async function checkOrWarn({ log }: Pick<Base, 'log'>, wallet: WalletSetting, head: Head): Promise<void> {
  try {
    if (wallet.url !== undefined) await checkWallet(wallet, head);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    log.warn({ setting: wallet.name, error }, 'monero_wallet_unreachable');
  }
}
