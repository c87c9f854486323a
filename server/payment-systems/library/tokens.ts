import { coin, type LibraryCode, type LibraryRow } from './entry.ts';
import * as fields from './fields.ts';

const USDT = { currency: 'USDT', limits: ['15', '100000'], mark: ['T', 'mint'] } as const;
const USDC = { currency: 'USDC', limits: ['15', '100000'], mark: ['$', 'cobalt'] } as const;

/** Dollar tokens by network. A token with other minor units has its own asset. Contracts are from the issuers' lists. */
export const TOKENS = {
  USDTTRC20: {
    ...coin('TRC20'),
    ...USDT,
    asset: 'USDT.TRC20',
    contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    decimals: [6, 2],
    networkFee: '2',
    confirmations: 8,
    isReferalOutput: true,
  },
  USDTERC20: {
    ...coin('ERC20'),
    ...USDT,
    asset: 'USDT.ERC20',
    contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    decimals: [6, 2],
    networkFee: '1.5',
    confirmations: 6,
  },
  USDTBEP20: {
    ...coin('BEP20'),
    ...USDT,
    asset: 'USDT.BEP20',
    contract: '0x55d398326f99059fF775485246999027B3197955',
    decimals: [18, 2],
    networkFee: '0.2',
    confirmations: 8,
    isReferalOutput: true,
  },
  USDTTON: {
    ...coin('TON', [fields.commentField]),
    ...USDT,
    asset: 'USDT.TON',
    contract: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
    decimals: [6, 2],
    networkFee: '0.3',
    confirmations: 1,
  },
  USDTSOL: {
    ...coin('SOL'),
    ...USDT,
    asset: 'USDT.SOL',
    contract: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    decimals: [6, 2],
    networkFee: '0.5',
    confirmations: 2,
  },
  USDTPOLYGON: {
    ...coin('POLYGON'),
    ...USDT,
    asset: 'USDT.POLYGON',
    contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    decimals: [6, 2],
    networkFee: '0.1',
    confirmations: 64,
  },
  USDCERC20: {
    ...coin('ERC20'),
    ...USDC,
    asset: 'USDC.ERC20',
    contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    decimals: [6, 2],
    networkFee: '1.5',
    confirmations: 6,
  },
  USDCSOL: {
    ...coin('SOL'),
    ...USDC,
    asset: 'USDC.SOL',
    contract: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    decimals: [6, 2],
    networkFee: '0.5',
    confirmations: 2,
  },
  USDCBEP20: {
    ...coin('BEP20'),
    ...USDC,
    asset: 'USDC.BEP20',
    contract: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    decimals: [18, 2],
    networkFee: '0.2',
    confirmations: 8,
  },
} as const satisfies Partial<Record<LibraryCode, LibraryRow>>;
