/** Networks by the names that wallets show for them; a token standard stands beside, since people ask for either. */
const NAMES: Readonly<Record<string, string>> = {
  BTC: 'Bitcoin',
  LTC: 'Litecoin',
  DOGE: 'Dogecoin',
  ETH: 'Ethereum',
  ERC20: 'Ethereum (ERC-20)',
  BEP20: 'BNB Smart Chain (BEP-20)',
  TRX: 'TRON',
  TRC20: 'TRON (TRC-20)',
  XMR: 'Monero',
  SOL: 'Solana',
  XRP: 'XRP Ledger',
  TON: 'TON',
};

/** A network's name as it is read; one that we have no name for goes by its code. */
export const networkName = (network: string): string => (Object.hasOwn(NAMES, network) ? (NAMES[network] ?? network) : network);
