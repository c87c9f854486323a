import type { TransactionSerializable } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { keccak256 } from 'viem/utils';
import type { IsPaused } from '#server/adapters/rails/port.ts';
import type { Db } from '#server/platform/db/db.ts';
import { erc20, type EvmNode } from './node.ts';
import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import { type Outstanding, type PayoutTerms, recordPayout, UNSIGNED, type SignedPayout } from './payout-store.ts';
import type { Header } from './translate.ts';

/** The account payouts are sent from. */
export type PayoutKey = ReturnType<typeof privateKeyToAccount>;

const PRIVATE_KEY_PATTERN = /^(0x)?[0-9a-fA-F]{64}$/;

/** Reads `EVM_PAYOUT_KEY`; throws without repeating its value. */
export function readPayoutKey(text: string): PayoutKey {
  const trimmed = text.trim();
  if (!PRIVATE_KEY_PATTERN.test(trimmed)) throw new Error('EVM_PAYOUT_KEY is not a private key of 64 hexadecimal digits');
  return privateKeyToAccount(`0x${trimmed.replace(/^0x/, '')}`);
}

export interface SignDeps {
  readonly db: Db;
  readonly node: EvmNode;
  readonly key: PayoutKey;
  /** Chain id verified to be the payment system's. */
  readonly checkedChainId: number;
  readonly isPaused: IsPaused;
}

type Fees = { readonly perGas: bigint } & Pick<TransactionSerializable, 'type' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'gasPrice'>;

interface TransactionDraft {
  readonly to: `0x${string}`;
  readonly value: bigint;
  readonly data: `0x${string}`;
}

/** Margin above the estimate: a token's first transfer to an address may cost more than estimated. */
const withGasMargin = (gas: bigint): bigint => (gas * 6n) / 5n;

/**
 * Signs the one transaction of an ordered payout, recorded before it is sent, or fails a payout that cannot be paid. Throws
 * `RpcUnavailable` or `RpcRefusal`, with nothing signed, when the node cannot tell.
 */
export async function signPayout({ db, node, key, checkedChainId, isPaused }: SignDeps, payout: PayoutTerms): Promise<void> {
  const sender = key.address.toLowerCase();
  const [chainId, head, fromNonce] = await Promise.all([node.chainId(), node.head(), node.nonce(sender, 'pending')]);
  if (chainId !== checkedChainId) throw new RpcUnavailable(`the node has changed from chain ${checkedChainId} to ${chainId}`);
  // Nonce and balances at the same block, so that mined and outstanding amounts are not counted twice.
  const [minedNonce, funds] = await Promise.all([node.nonce(sender, head.number), fundsAt(node, { payout, sender, block: head.number })]);
  const draft = draftOf(payout);
  const problem = shortage(payout, { funds, outstanding: { coin: 0n, token: 0n }, maxFee: 0n });
  if (problem) return await UNSIGNED.refuse(db, payout.reference, problem);
  const gas = await gasOf(node, sender, draft);
  if (gas === 'reverts') return await UNSIGNED.refuse(db, payout.reference, 'transfer_would_fail');
  const fees = await feesOf(node, head);
  const maxFee = gas * fees.perGas;
  const recorded = await recordPayout(
    db,
    {
      reference: payout.reference,
      chainId,
      sender,
      contract: payout.contract,
      fromNonce,
      minedNonce,
      isPaused: (tx) => isPaused({ code: payout.paymentSystemCode, rail: payout.rail }, tx),
    },
    async (nonce, outstanding) => {
      if (shortage(payout, { funds, outstanding, maxFee })) return undefined;
      const { perGas: _, ...feeFields } = fees;
      const rawTx = await key.signTransaction({ ...draft, ...feeFields, chainId, nonce, gas } as TransactionSerializable);
      return { chainId, sender, nonce, rawTx, txHash: keccak256(rawTx), maxFee } satisfies SignedPayout;
    },
  );
  if (recorded === 'cannot_pay') await UNSIGNED.refuse(db, payout.reference, 'insufficient_funds');
}

function draftOf(payout: PayoutTerms): TransactionDraft {
  const destination = payout.destination as `0x${string}`;
  if (payout.contract === null) return { to: destination, value: payout.amount, data: '0x' };
  return { to: payout.contract, value: 0n, data: erc20.transfer(destination, payout.amount) };
}

interface Funds {
  readonly coin: bigint;
  readonly token: bigint;
}

async function fundsAt(
  node: EvmNode,
  { payout, sender, block }: { readonly payout: PayoutTerms; readonly sender: string; readonly block: number },
): Promise<Funds> {
  const coin = await node.coinBalance(sender, block);
  if (payout.contract === null) return { coin, token: 0n };
  const data = erc20.balanceOf(sender as `0x${string}`);
  return { coin, token: (await node.callWord(payout.contract, data, block)) ?? 0n };
}

/** Why the account cannot pay, undefined when it can. */
function shortage(
  payout: PayoutTerms,
  { funds, outstanding, maxFee }: { readonly funds: Funds; readonly outstanding: Outstanding; readonly maxFee: bigint },
): string | undefined {
  const coinNeeded = outstanding.coin + maxFee + (payout.contract === null ? payout.amount : 0n);
  const tokenNeeded = outstanding.token + (payout.contract === null ? 0n : payout.amount);
  return coinNeeded > funds.coin || tokenNeeded > funds.token ? 'insufficient_funds' : undefined;
}

const REVERTED_CODE = 3;

async function gasOf(node: EvmNode, sender: string, draft: TransactionDraft): Promise<bigint | 'reverts'> {
  try {
    return withGasMargin(await node.estimateGas({ from: sender, to: draft.to, value: `0x${draft.value.toString(16)}`, data: draft.data }));
  } catch (error) {
    if (error instanceof RpcRefusal && (error.code === REVERTED_CODE || /revert/i.test(error.message))) return 'reverts';
    throw error;
  }
}

/** Twice the base fee covers six full blocks in a row; chains without a base fee use the gas price. */
async function feesOf(node: EvmNode, head: Header): Promise<Fees> {
  const { baseFeePerGas } = head;
  if (baseFeePerGas === undefined || baseFeePerGas === null) {
    const gasPrice = await node.gasPrice();
    return { type: 'legacy', gasPrice, perGas: gasPrice };
  }
  const maxPriorityFeePerGas = await node.priorityFee();
  const maxFeePerGas = 2n * baseFeePerGas + maxPriorityFeePerGas;
  return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas, perGas: maxFeePerGas };
}
