import type { Instant } from '#core/time.ts';
import type { Deposit, RailEvents } from '#server/adapters/rails/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { depositsToReport, markMoved, markReported, type TrackedDeposit } from './deposit-store.ts';
import type { MoneroNode } from './node.ts';
import type { ScanResult } from './scan-wallet.ts';

type Report = Pick<Deposit, 'state' | 'confirmations'>;

/** Unlock times below are block heights, others seconds. */
const FIRST_TIME = 500_000_000n;

/** Whether the sender's lock has passed. Nodes allow a block and two minutes less; we do not. */
export const isUnlocked = (unlockTime: bigint, { height, now }: { readonly height: number; readonly now: Instant }): boolean =>
  unlockTime < FIRST_TIME ? BigInt(height) > unlockTime : BigInt(Math.floor(now / 1000)) >= unlockTime;

const REVERTED: Report = { state: 'reverted', confirmations: 0 };

/** The report due for a deposit; undefined if it was reported already or it is too early to say. */
export function nextReport(
  deposit: TrackedDeposit,
  { height, isComplete, now }: ScanResult & { readonly now: Instant },
): Report | undefined {
  const { reportedState, blockHeight, requiredConfirmations: required } = deposit;
  if (deposit.isGone) return isComplete && (reportedState === 'seen' || reportedState === 'final') ? REVERTED : undefined;
  if (blockHeight === null) {
    // Back from a block into the mempool: it counts no longer, and is on its way again by the next poll
    if (reportedState === 'final') return isComplete ? REVERTED : undefined;
    return changed(deposit, { state: 'seen', confirmations: 0 });
  }
  if (reportedState === 'final') return undefined;
  const depth = Math.max(0, height - blockHeight);
  const isFinal = depth >= required && isUnlocked(deposit.unlockTime, { height, now });
  return changed(
    deposit,
    isFinal ? { state: 'final', confirmations: required } : { state: 'seen', confirmations: Math.min(depth, required - 1) },
  );
}

const changed = ({ reportedState, reportedConfirmations }: TrackedDeposit, report: Report): Report | undefined =>
  report.state === reportedState && report.confirmations === reportedConfirmations ? undefined : report;

/** Whether the node has a transaction in the block that the wallet named. A reorganisation may have moved it since. */
async function isInItsBlock({ db, node }: { readonly db: Db; readonly node: MoneroNode }, deposit: TrackedDeposit): Promise<boolean> {
  const location = (await node.locate([deposit.txId])).get(deposit.txId);
  if (location?.blockHeight === deposit.blockHeight) return true;
  if (location !== undefined) await markMoved(db, deposit.externalId, location.blockHeight);
  return false;
}

interface ReportDeps {
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
  readonly node: MoneroNode;
  readonly railName: string;
}

/** Reports every change to the order side. A report that could not be stored is repeated by the next poll. */
export async function reportDeposits(deps: ReportDeps, scan: ScanResult, events: RailEvents): Promise<void> {
  const { db, log, clock, railName } = deps;
  for (const deposit of await depositsToReport(db)) {
    const report = nextReport(deposit, { ...scan, now: clock.now() });
    if (!report || (report.state === 'final' && !(await isInItsBlock(deps, deposit)))) continue;
    const { externalId } = deposit;
    try {
      await events.deposit({
        rail: railName,
        externalId,
        reference: deposit.address,
        paymentSystemCode: deposit.paymentSystemCode,
        amount: deposit.amount,
        requiredConfirmations: deposit.requiredConfirmations,
        txHash: deposit.txId,
        firstSeenAt: deposit.firstSeenAt,
        ...report,
      });
    } catch (error) {
      log.warn({ external_id: externalId, error }, 'monero_deposit_not_taken');
      continue;
    }
    await markReported(db, { externalId, ...report });
  }
}
