import type { Deposit, RailEvents } from '#server/adapters/rails/port.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { markReported, type TrackedTransfer, untoldTransfers } from './chain-store.ts';
import type { ScanResult } from './scan-deposits.ts';

/** What is to be told of a transfer now; undefined when the order side knows it already, or when it is too early to say. */
export function nextReport(
  transfer: TrackedTransfer,
  scan: Pick<ScanResult, 'headNumber' | 'caughtUp'>,
): Pick<Deposit, 'state' | 'confirmations'> | undefined {
  if (transfer.orphaned) {
    // A later block may carry it again: "gone" is said only after all blocks were read.
    const isGone = scan.caughtUp && (transfer.reportedState === 'seen' || transfer.reportedState === 'final');
    return isGone ? { state: 'reverted', confirmations: 0 } : undefined;
  }
  if (transfer.reportedState === 'final') return undefined;
  const depth = Math.max(0, scan.headNumber - transfer.blockNumber + 1);
  const confirmations = Math.min(depth, transfer.requiredConfirmations);
  const state = confirmations >= transfer.requiredConfirmations ? 'final' : 'seen';
  const isKnown = state === transfer.reportedState && confirmations === transfer.reportedConfirmations;
  return isKnown ? undefined : { state, confirmations };
}

/** Tells the order side every change. What it could not store stays untold and comes again with the next poll. */
export async function reportDeposits(
  { db, log, railName }: { readonly db: Db; readonly log: Log; readonly railName: string },
  scan: ScanResult,
  events: RailEvents,
): Promise<void> {
  for (const transfer of await untoldTransfers(db, scan.chainId)) {
    const report = nextReport(transfer, scan);
    if (!report) continue;
    try {
      await events.deposit({
        rail: railName,
        externalId: transfer.externalId,
        reference: transfer.address,
        paymentSystemCode: transfer.paymentSystemCode,
        amount: transfer.amount,
        requiredConfirmations: transfer.requiredConfirmations,
        txHash: transfer.txHash,
        firstSeenAt: transfer.firstSeenAt,
        ...report,
      });
    } catch (error) {
      log.warn({ external_id: transfer.externalId, error }, 'evm_deposit_not_taken');
      continue;
    }
    await markReported(db, scan.chainId, { externalId: transfer.externalId, ...report });
  }
}
