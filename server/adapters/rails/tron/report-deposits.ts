import type { Deposit, RailEvents } from '#server/adapters/rails/port.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { isStillLost, markReported, type TrackedTransfer, transfersToReport } from './chain-store.ts';
import type { ScanResult } from './scan-chain.ts';
import { SOLID_CONFIRMATIONS } from './receive.ts';

type Report = Pick<Deposit, 'state' | 'confirmations'>;

/** Final: in a solid block, and as deep as the payment system asks beyond that. `solid` alone says as much as 20 confirmations. */
function stateOf({ isSolid, blockNumber, requiredConfirmations: required }: TrackedTransfer, headNumber: number): Report {
  const depth = Math.max(0, headNumber - blockNumber + 1);
  if (isSolid && (required <= SOLID_CONFIRMATIONS || depth >= required)) return { state: 'final', confirmations: required };
  return { state: 'seen', confirmations: Math.min(depth, required - 1) };
}

/** The report due for a transfer; undefined if it was reported already or it is too early to say. */
export function nextReport(transfer: TrackedTransfer, { headNumber, isCaughtUp }: ScanResult): Report | undefined {
  // A later block may contain it again: reverted only after all blocks were read
  if (transfer.isLost) return isCaughtUp ? { state: 'reverted', confirmations: 0 } : undefined;
  const report = stateOf(transfer, headNumber);
  const isReported = report.state === transfer.reportedState && report.confirmations === transfer.reportedConfirmations;
  return isReported ? undefined : report;
}

/** Reports every change to the order side. A report that could not be stored is repeated by the next poll. */
export async function reportDeposits(
  { db, log, railName }: { readonly db: Db; readonly log: Log; readonly railName: string },
  scan: ScanResult,
  events: RailEvents,
): Promise<void> {
  for (const transfer of await transfersToReport(db)) {
    const report = nextReport(transfer, scan);
    if (!report) continue;
    const { externalId } = transfer;
    if (report.state === 'reverted' && !(await isStillLost(db, externalId))) continue;
    try {
      await events.deposit({
        rail: railName,
        externalId,
        reference: transfer.address,
        paymentSystemCode: transfer.paymentSystemCode,
        amount: transfer.amount,
        requiredConfirmations: transfer.requiredConfirmations,
        txHash: transfer.txId,
        firstSeenAt: transfer.firstSeenAt,
        ...report,
      });
    } catch (error) {
      log.warn({ external_id: externalId, error }, 'tron_deposit_not_taken');
      continue;
    }
    await markReported(db, { externalId, ...report });
  }
}
