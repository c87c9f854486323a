import type { Tx } from '#server/platform/db/db.ts';
import { setRail } from './store.ts';

export interface EvmChain {
  readonly chainId: number;
  /** Code of the chain's own coin. */
  readonly coin: string;
  /** Token contracts by payment system code. */
  readonly contracts: Readonly<Record<string, string>>;
}

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Sets the rail of a chain's coin and tokens to `evm`; unknown codes are left out. Returns the codes changed. */
export async function useEvmRail(tx: Tx, chain: EvmChain): Promise<readonly string[]> {
  const chainId = chain.chainId.toString();
  const settings: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    [chain.coin, { chain_id: chainId }],
    ...Object.entries(chain.contracts).map(([code, contract]): readonly [string, Readonly<Record<string, string>>] => {
      if (!EVM_ADDRESS.test(contract)) throw new Error(`The contract of ${code} is not an address`);
      return [code, { chain_id: chainId, contract }];
    }),
  ];
  const changedCodes: string[] = [];
  for (const [code, railSettings] of settings) {
    if (await setRail(tx, { code, rail: 'evm', railSettings })) changedCodes.push(code);
  }
  return changedCodes;
}
