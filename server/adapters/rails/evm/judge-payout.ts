import { unlessNodeFails } from '#server/adapters/rails/node-errors.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { readBlockAt } from './chain-store.ts';
import type { EvmNode } from './node.ts';
import type { PayoutTerms, RecordedPayout } from './payout-store.ts';
import { type Receipt, tokenTransfers } from './translate.ts';
import { findUsedNonce, type ReadNonce } from './used-nonces.ts';

/**
 * Result of a payout by its receipt:
 * - `executed` and `failed` only with enough confirmations;
 * - `mismatch`: the transaction succeeded but did not transfer what was ordered: neither executed nor failed, an operator must investigate.
 */
export type ReceiptVerdict =
  | { readonly verdict: 'waiting'; readonly confirmations: number }
  | { readonly verdict: 'executed'; readonly fee: bigint }
  | { readonly verdict: 'failed'; readonly fee: bigint }
  | { readonly verdict: 'mismatch' };

/** Judges a mined transaction at the current head. The fee is gas used x effective price, in wei. */
export function judgeReceipt(payout: PayoutTerms, receipt: Receipt, headNumber: number): ReceiptVerdict {
  const confirmations = Math.max(0, headNumber - receipt.blockNumber + 1);
  if (confirmations < payout.requiredConfirmations) return { verdict: 'waiting', confirmations };
  const fee = receipt.gasUsed * (receipt.effectiveGasPrice ?? 0n);
  if (receipt.status !== 1) return { verdict: 'failed', fee };
  return payout.contract === null || movedAsOrdered(payout, receipt) ? { verdict: 'executed', fee } : { verdict: 'mismatch' };
}

const movedAsOrdered = (payout: PayoutTerms, receipt: Receipt): boolean =>
  tokenTransfers(receipt.logs).some(
    ({ contract, to, amount }) => contract === payout.contract && to === payout.destination && amount === payout.amount,
  );

export interface ProofDeps {
  readonly db: Queryable;
  readonly node: EvmNode;
  /** Must agree before a payout fails or is excluded; null: none is configured. */
  readonly secondNode: EvmNode | null;
  /** Reads the next blocks. */
  readonly readChain: () => Promise<unknown>;
}

type Standing = 'final' | 'unread' | 'contradicted';

/** Whether a receipt's block is on the chain as it was read, with all confirmations. A node on an abandoned branch has other receipts. */
async function standingOf(db: Queryable, { signed, requiredConfirmations }: RecordedPayout, receipt: Receipt): Promise<Standing> {
  const used = await findUsedNonce(db, signed);
  const block = used ? { hash: used.blockHash, ...used } : await readBlockAt(db, signed.chainId, receipt.blockNumber);
  if (!block) return 'unread';
  if (block.hash !== receipt.blockHash || (used && used.txHash !== signed.txHash)) return 'contradicted';
  return block.confirmations >= requiredConfirmations ? 'final' : 'unread';
}

/**
 * Whether a receipt may be stored as the end of its payout.
 * - A failure, after which the order is paid again, needs the chain as it was read and the second node.
 * - An executed payout may be ahead of what was read.
 */
export async function isProven(
  deps: ProofDeps,
  row: RecordedPayout,
  receipt: Receipt,
  verdict: ReceiptVerdict['verdict'],
): Promise<boolean> {
  let standing = await standingOf(deps.db, row, receipt);
  if (standing === 'unread') {
    await unlessNodeFails(deps.readChain, () => undefined);
    standing = await standingOf(deps.db, row, receipt);
  }
  if (standing === 'contradicted') return false;
  if (verdict === 'executed') return standing === 'final' || (await deps.node.headerAt(receipt.blockNumber))?.hash === receipt.blockHash;
  if (standing === 'unread') return false;
  const second = await deps.secondNode?.receipt(row.signed.txHash);
  return second === undefined || (second?.blockHash === receipt.blockHash && second.status === receipt.status);
}

/** Another transaction used the payout's nonce, below all confirmations of the chain as it was read. */
export async function findReplacedBy(db: Queryable, { signed, requiredConfirmations }: RecordedPayout): Promise<ReadNonce | undefined> {
  const used = await findUsedNonce(db, signed);
  return used && used.txHash !== signed.txHash && used.confirmations > requiredConfirmations ? used : undefined;
}

/**
 * The transaction that proves that a payout will never be made; undefined: it may be.
 * - It used the payout's nonce, in a block that was read and that every node confirms.
 * - It is another one, or this one without transferring what was ordered. An absent receipt proves nothing.
 */
export async function findExclusion({ db, node, secondNode, readChain }: ProofDeps, row: RecordedPayout): Promise<ReadNonce | undefined> {
  await readChain();
  const used = await findUsedNonce(db, row.signed);
  if (!used || used.confirmations <= row.requiredConfirmations) return undefined;
  for (const one of [node, secondNode]) if (one && !(await confirmsUse(one, row, used))) return undefined;
  return used;
}

async function confirmsUse(node: EvmNode, row: RecordedPayout, used: ReadNonce): Promise<boolean> {
  const { txHash, sender, nonce, chainId } = row.signed;
  if ((await node.chainId()) !== chainId) return false;
  const [receipt, head, header] = [await node.receipt(used.txHash), await node.head(), await node.headerAt(used.blockNumber)];
  if (receipt?.blockHash !== used.blockHash || header?.hash !== used.blockHash) return false;
  if (head.number - used.blockNumber < row.requiredConfirmations) return false;
  // Undefined: the node does not know requests by block hash (EIP-1898)
  if (((await node.nonceAt(sender, head.hash)) ?? nonce + 1) <= nonce) return false;
  if (used.txHash === txHash) return judgeReceipt(row, receipt, head.number).verdict === 'mismatch';
  return (await node.receipt(txHash)) === null;
}
