import { explorerUrl } from '#contract/explorer-template.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { AddressNetwork } from '#core/requisites/address-shape.ts';

/** Explorers of the main networks. */
const EXPLORERS: Readonly<Record<AddressNetwork, string>> = {
  BTC: 'https://mempool.space/tx/{tx}',
  LTC: 'https://litecoinspace.org/tx/{tx}',
  DOGE: 'https://blockchair.com/dogecoin/transaction/{tx}',
  ETH: 'https://etherscan.io/tx/{tx}',
  ERC20: 'https://etherscan.io/tx/{tx}',
  BEP20: 'https://bscscan.com/tx/{tx}',
  TRX: 'https://tronscan.org/#/transaction/{tx}',
  TRC20: 'https://tronscan.org/#/transaction/{tx}',
  XMR: 'https://xmrchain.net/tx/{tx}',
  SOL: 'https://solscan.io/tx/{tx}',
  XRP: 'https://xrpscan.com/tx/{tx}',
  TON: 'https://tonviewer.com/transaction/{tx}',
  ETC: 'https://etc.blockscout.com/tx/{tx}',
  POLYGON: 'https://polygonscan.com/tx/{tx}',
  BCH: 'https://blockchair.com/bitcoin-cash/transaction/{tx}',
  DASH: 'https://blockchair.com/dash/transaction/{tx}',
  ZEC: 'https://blockchair.com/zcash/transaction/{tx}',
  XLM: 'https://stellar.expert/explorer/public/tx/{tx}',
  ATOM: 'https://www.mintscan.io/cosmos/tx/{tx}',
  ADA: 'https://cardanoscan.io/transaction/{tx}',
};

/** The page of a transaction of a main network; null for fiat and unknown networks. */
export function defaultExplorerUrl({ network }: Pick<PaymentSystem, 'network'>, hash: string): string | null {
  if (network === null || !Object.hasOwn(EXPLORERS, network)) return null;
  return explorerUrl(EXPLORERS[network as AddressNetwork], hash);
}

/** Pages of transactions for a rail with a node: in the explorer of its settings, else of its network if that is a main one. */
export const nodeExplorer =
  (configured: string | null, chain: 'main' | 'test') =>
  (system: Pick<PaymentSystem, 'network'>, hash: string): string | null => {
    if (configured !== null) return explorerUrl(`${configured.replace(/\/+$/, '')}/tx/{tx}`, hash);
    return chain === 'main' ? defaultExplorerUrl(system, hash) : null;
  };
