import { encodeFunctionData, parseAbi } from 'viem/utils';

const ABI = parseAbi([
  'function decimals() view returns (uint8)',
  'function balanceOf(address owner) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
]);

type Hex = `0x${string}`;

/** Call data of the three ERC-20 functions the rail uses. */
export const erc20 = {
  decimals: (): Hex => encodeFunctionData({ abi: ABI, functionName: 'decimals' }),
  balanceOf: (owner: Hex): Hex => encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [owner] }),
  transfer: (to: Hex, value: bigint): Hex => encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [to, value] }),
};
