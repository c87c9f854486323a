import type { PayoutTerms } from './payout-store.ts';
import { type Receipt, tokenTransfers } from './translate.ts';

/**
 * What a receipt says about a payout. `executed` and `failed` only with enough confirmations; `mismatch`: the transaction succeeded
 * but did not transfer what was ordered: neither executed nor failed, an operator must investigate.
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
