import type { Deposit, RailEvents } from '#server/adapters/rails/port.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { markReported, type TrackedTransfer, unreportedTransfers } from './chain-store.ts';
import type { ScanResult } from './scan-deposits.ts';

/** The report due for a transfer; undefined if it was reported already or it is too early to say. */
export function nextReport(
  transfer: TrackedTransfer,
  scan: Pick<ScanResult, 'headNumber' | 'caughtUp'>,
): Pick<Deposit, 'state' | 'confirmations'> | undefined {
  if (transfer.orphaned) {
    // A later block may contain it again: reverted only after all blocks were read.
    const isReverted = scan.caughtUp && (transfer.reportedState === 'seen' || transfer.reportedState === 'final');
    return isReverted ? { state: 'reverted', confirmations: 0 } : undefined;
  }
  if (transfer.reportedState === 'final') return undefined;
  const depth = Math.max(0, scan.headNumber - transfer.blockNumber + 1);
  const confirmations = Math.min(depth, transfer.requiredConfirmations);
  const state = confirmations >= transfer.requiredConfirmations ? 'final' : 'seen';
  const isReported = state === transfer.reportedState && confirmations === transfer.reportedConfirmations;
  return isReported ? undefined : { state, confirmations };
}

/** Reports every change to the order side. A report that could not be stored is repeated by the next poll. */
export async function reportDeposits(
  { db, log, railName }: { readonly db: Db; readonly log: Log; readonly railName: string },
  scan: ScanResult,
  events: RailEvents,
): Promise<void> {
  for (const transfer of await unreportedTransfers(db, scan.chainId)) {
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
