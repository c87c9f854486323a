import { addressOfHex } from '#server/adapters/rails/tron/address.ts';

/* The state of a TRON network: blocks, waiting transactions, balances. */

/** Prices of the main network in 2026, in sun. */
export const ENERGY_PRICE = 100n;
export const BYTE_PRICE = 1_000n;
const NEW_ACCOUNT_FEE = 1_100_000n;
/** Energy of a USDT transfer: to an address that holds the token, and to one that does not. */
const ENERGY = { known: 64_285n, fresh: 130_285n } as const;
const BLOCK_MS = 3_000;
/** Blocks above the solid one; the main network has about 19. */
const SOLID_LAG = 3;
const ZERO_WORD = '0'.repeat(64);

export interface TronTransaction {
  readonly txID: string;
  readonly owner: string;
  readonly to: string;
  readonly amount: bigint;
  readonly contract: string | null;
  readonly feeLimit: bigint;
  readonly expiration: number;
  readonly bytes: bigint;
}

export interface Executed extends TronTransaction {
  readonly result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY';
  readonly fee: bigint;
}

interface Accounts {
  /** Sun of every activated account. */
  readonly coin: Map<string, bigint>;
  /** Units of a token by `<contract> <holder>`. */
  readonly token: Map<string, bigint>;
}

export interface TronBlock {
  readonly number: number;
  readonly id: string;
  readonly parentId: string;
  readonly time: number;
  readonly transactions: readonly Executed[];
  /** Balances after it. */
  readonly accounts: Accounts;
}

export const randomHex = (bytes: number): string => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex');
const numberHex = (number: number): string => number.toString(16).padStart(16, '0');

/** The chain's state: blocks, waiting transactions, balances. */
export function createTronChain() {
  const outside = addressOfHex(randomHex(20));
  const tokens = new Set<string>();
  const frozen = new Set<string>();
  const reverting = new Set<string>();
  const blocks: TronBlock[] = [];
  let waiting: TronTransaction[] = [];
  let isLosing = false;
  let skipped = 0;

  const tip = (): TronBlock => blocks.at(-1) as TronBlock;
  const held = (accounts: Accounts, contract: string, holder: string) => accounts.token.get(`${contract} ${holder}`) ?? 0n;
  const energyOf = (accounts: Accounts, { contract, to }: Pick<TronTransaction, 'contract' | 'to'>) =>
    held(accounts, contract ?? '', to) > 0n ? ENERGY.known : ENERGY.fresh;

  function execute(accounts: Accounts, tx: TronTransaction): Executed | undefined {
    const { owner, to, amount, contract } = tx;
    const own = accounts.coin.get(owner) ?? 0n;
    const bandwidth = owner === outside ? 0n : tx.bytes * BYTE_PRICE;
    if (contract === null) {
      const fee = bandwidth + (accounts.coin.has(to) || owner === outside ? 0n : NEW_ACCOUNT_FEE);
      if (owner !== outside && own < amount + fee) return undefined;
      if (owner !== outside) accounts.coin.set(owner, own - amount - fee);
      accounts.coin.set(to, (accounts.coin.get(to) ?? 0n) + amount);
      return { ...tx, result: 'SUCCESS', fee };
    }
    const energy = owner === outside ? 0n : energyOf(accounts, tx) * ENERGY_PRICE;
    const isShort = owner !== outside && held(accounts, contract, owner) < amount;
    const result = energy > tx.feeLimit && owner !== outside ? 'OUT_OF_ENERGY' : isShort || reverting.has(to) ? 'REVERT' : 'SUCCESS';
    const fee = bandwidth + (result === 'OUT_OF_ENERGY' ? tx.feeLimit : energy);
    if (owner !== outside) accounts.coin.set(owner, own - fee);
    if (result === 'SUCCESS') {
      if (owner !== outside) accounts.token.set(`${contract} ${owner}`, held(accounts, contract, owner) - amount);
      accounts.token.set(`${contract} ${to}`, held(accounts, contract, to) + amount);
    }
    return { ...tx, result, fee };
  }

  function mineOne(): void {
    const parent = blocks.at(-1);
    const accounts = { coin: new Map(parent?.accounts.coin), token: new Map(parent?.accounts.token) };
    const transactions: Executed[] = [];
    for (const tx of isLosing ? [] : waiting) {
      // The network compares with the block before
      if (tx.expiration <= (parent?.time ?? 0)) continue;
      const executed = execute(accounts, tx);
      if (executed) transactions.push(executed);
    }
    waiting = [];
    const number = blocks.length;
    const time = Math.max((parent?.time ?? 0) + BLOCK_MS, Date.now() + skipped);
    blocks.push({ number, id: `${numberHex(number)}${randomHex(24)}`, parentId: parent?.id ?? ZERO_WORD, time, transactions, accounts });
  }
  mineOne();

  return {
    blocks,
    tokens,
    frozen,
    reverting,
    outside,
    tip,
    held,
    energyOf,
    mine: (count: number) => {
      for (let left = count; left > 0; left -= 1) mineOne();
    },
    solid: (): TronBlock => blocks[Math.max(0, blocks.length - 1 - SOLID_LAG)] as TronBlock,
    reorganise(depth: number) {
      if (depth > SOLID_LAG) throw new Error('solid blocks are never replaced');
      blocks.splice(blocks.length - depth);
      for (let left = depth + 1; left > 0; left -= 1) mineOne();
    },
    skipTime: (ms: number) => void (skipped += ms),
    lose(losing: boolean) {
      isLosing = losing;
      if (losing) waiting = [];
    },
    isKnown: (txID: string) =>
      waiting.some((tx) => tx.txID === txID) || blocks.some(({ transactions }) => transactions.some((tx) => tx.txID === txID)),
    wait: (tx: TronTransaction) => void (isLosing || waiting.push(tx)),
  };
}

export type TronChain = ReturnType<typeof createTronChain>;
