import type { AddressNetwork } from '#core/requisites/address-shape.ts';

/** Burn and system addresses from the chains' public documentation; funds sent there are lost. Compared case-insensitively. */
const OWNERLESS: Readonly<Partial<Record<AddressNetwork, readonly string[]>>> = {
  BTC: ['1BitcoinEaterAddressDontSendf59kuE', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr', '1111111111111111111114oLvT2'],
  TRX: ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  SOL: [
    '11111111111111111111111111111111',
    '1nc1nerator11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    'So11111111111111111111111111111111111111112',
    'Vote111111111111111111111111111111111111111',
    'Stake11111111111111111111111111111111111111',
  ],
  TON: [
    'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c',
    'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ',
    `0:${'0'.repeat(64)}`,
    `-1:${'0'.repeat(64)}`,
    'Ef8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAU',
  ],
  XRP: ['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
};

/** Contracts of common tokens; a token sent to its own contract is lost. */
const CONTRACTS: Readonly<Partial<Record<AddressNetwork, readonly string[]>>> = {
  ERC20: [
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  ],
  BEP20: [
    '0x55d398326f99059fF775485246999027B3197955',
    '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56',
  ],
  TRC20: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TEkxiTehnzSmSe2XqrJ4w32RUN966rdz8'],
  POLYGON: ['0xc2132D05D31c914a87C6611C10748AEb04B58e8F', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
  SOL: ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  TON: ['EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
};

/** Networks with one address format share their lists. */
const EVM: readonly AddressNetwork[] = ['ETH', 'ERC20', 'BEP20', 'ETC', 'POLYGON'];
const FAMILIES: Readonly<Partial<Record<AddressNetwork, readonly AddressNetwork[]>>> = {
  ...Object.fromEntries(EVM.map((network) => [network, EVM])),
  TRX: ['TRX', 'TRC20'],
  TRC20: ['TRX', 'TRC20'],
};

const isListed = (lists: typeof OWNERLESS, network: AddressNetwork, address: string): boolean =>
  (FAMILIES[network] ?? [network]).some((listed) => lists[listed]?.some((entry) => entry.toLowerCase() === address.toLowerCase()) === true);

/** EVM: precompiled contracts at the lowest addresses; burn addresses with "dead" or one repeated digit. */
const OWNERLESS_EVM = /^0x(?:0{36}[0-9a-f]{4}|0{36}dead|dead0{14}[0-9a-f]{22}|0{35}[0-9a-f]{5}|dead[0-9a-f]{0,32}dead|([0-9a-f])\1{39})$/i;

/** Whether funds sent to the address are lost: burn, system and precompiled addresses. */
export const isOwnerless = (network: AddressNetwork, address: string): boolean =>
  OWNERLESS_EVM.test(address) || isListed(OWNERLESS, network, address);

/** Whether the address is the contract of a known token. */
export const isContract = (network: AddressNetwork, address: string): boolean => isListed(CONTRACTS, network, address);
