import type { Deposit, RailEvents } from '#server/adapters/rails/port.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { depositsToReport, markReported, type TrackedDeposit } from './deposit-store.ts';
import type { Coin } from './coins.ts';
import type { ScanResult } from './scan-chain.ts';

type Report = Pick<Deposit, 'state' | 'confirmations'>;

/** What is known of the chain: `isComplete` if every block and the mempool were read. */
export interface ChainView {
  /** Height up to which blocks have been read. The statement counts by it too. */
  readonly height: number;
  readonly isComplete: boolean;
}

const REVERTED: Report = { state: 'reverted', confirmations: 0 };

/** The report due for a payment; undefined if it was reported already or it is too early to say. */
export function nextReport(deposit: TrackedDeposit, view: ChainView): Report | undefined {
  const { reportedState, blockHeight } = deposit;
  if (deposit.isGone) return view.isComplete && (reportedState === 'seen' || reportedState === 'final') ? REVERTED : undefined;
  if (blockHeight === null) {
    // Back from a block into the mempool: it counts no longer, and is on its way again by the next poll.
    if (reportedState === 'final') return view.isComplete ? REVERTED : undefined;
    return isReported(deposit, { state: 'seen', confirmations: 0 });
  }
  if (reportedState === 'final') return undefined;
  const required = deposit.requiredConfirmations;
  const confirmations = Math.min(Math.max(0, view.height - blockHeight + 1), required);
  return isReported(deposit, { state: confirmations >= required ? 'final' : 'seen', confirmations });
}

const isReported = (deposit: TrackedDeposit, report: Report): Report | undefined =>
  report.state === deposit.reportedState && report.confirmations === deposit.reportedConfirmations ? undefined : report;

/** Reports every change to the order side. A report that could not be stored is repeated by the next poll. */
export async function reportDeposits(
  { db, log, coin }: { readonly db: Db; readonly log: Log; readonly coin: Coin },
  { scan, isMempoolRead }: { readonly scan: ScanResult; readonly isMempoolRead: boolean },
  events: RailEvents,
): Promise<void> {
  const view = { height: scan.height, isComplete: scan.caughtUp && isMempoolRead };
  for (const deposit of await depositsToReport(db, scan.chain)) {
    const report = nextReport(deposit, view);
    if (!report) continue;
    const externalId = `${deposit.txid}:${deposit.vout}`;
    try {
      await events.deposit({
        rail: coin.name,
        externalId,
        reference: deposit.address,
        paymentSystemCode: deposit.paymentSystemCode,
        amount: deposit.amount,
        requiredConfirmations: deposit.requiredConfirmations,
        txHash: deposit.txid,
        firstSeenAt: deposit.firstSeenAt,
        ...report,
      });
    } catch (error) {
      log.warn({ external_id: externalId, error }, 'utxo_deposit_not_taken');
      continue;
    }
    await markReported(db, scan.chain, { txid: deposit.txid, vout: deposit.vout, ...report });
  }
}
