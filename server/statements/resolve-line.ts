import { LINES_CHANNEL } from './match-line.ts';
import * as z from 'zod';
import { isAboveUsd } from '#core/staff/approval.ts';
import { firstLimitUsd } from '#core/payout/payout-limits.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { LINE_ENDS, type LineEnd } from '#core/statements/entry.ts';
import { earnUnmatched, releaseUnmatched } from '#core/statements/postings.ts';
import type { Executor, OvertakenCheck } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { post } from '#server/ledger/post.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type LineRow, lockLine, saveResolution } from './store.ts';

type ResolveDeps = Pick<Deps, 'random' | 'secrets' | 'clock' | 'live' | 'catalogue' | 'quotes' | 'limits'>;

export interface LineResolution {
  readonly id: string;
  readonly outcome: LineEnd;
  /** The bank's reference of the return transfer; null if nothing was sent. */
  readonly reference: string | null;
  readonly note: string;
  readonly operatorId: string;
}

const Payload = z.object({ line_id: z.string(), outcome: z.enum(LINE_ENDS), reference: z.string().nullable() });

/**
 * Whether a second operator must approve (domain 5): always to keep the money or to declare the line a mistake, above the first limit to
 * return it. For a part of a split always.
 */
function needsSecondApproval(deps: ResolveDeps, line: LineRow, outcome: LineEnd): boolean {
  // Otherwise a large line could be returned in small parts by one operator
  if (outcome !== 'returned' || line.split_of !== null) return true;
  const scale = deps.catalogue.paymentSystem(line.payment_system_code)?.scale ?? 0;
  return isAboveUsd(BigInt(line.amount), scale, {
    usd: deps.quotes.usdOf(line.payment_system_code),
    limitUsd: firstLimitUsd(deps.limits.current(), line.payment_system_code),
  });
}

/** Stores the outcome and posts the money out of suspense. False: the line is no longer unmatched. */
async function applyResolution(deps: ResolveDeps, tx: Tx, line: LineRow, input: Omit<LineResolution, 'id'>): Promise<boolean> {
  const { outcome, reference, note, operatorId: by } = input;
  const asset = deps.catalogue.paymentSystem(line.payment_system_code)?.asset ?? '';
  const money = { lineId: line.id, wallet: line.wallet, asset, amount: BigInt(line.amount) };
  if (!(await saveResolution(tx, line.id, { state: outcome, reference, note, by, now: deps.clock.now() }))) return false;
  deps.live.hint(tx, LINES_CHANNEL, line.id);
  const posting = outcome === 'kept' ? earnUnmatched(money) : releaseUnmatched(money, `unmatched_${outcome}`);
  await post(deps, tx, [posting], { orderId: null, actor: 'operator', actorId: by, reason: `bank line ${line.id}` });
  return true;
}

/** Resolves a line that no order was found for: its money is returned or kept, or the line was recorded by mistake. */
export async function resolveLine(
  deps: ResolveDeps,
  tx: Tx,
  input: LineResolution,
): Promise<Result<{ readonly approvalId: string | null }, 'not_found' | 'order_state_conflict' | 'required' | 'approval_conflict'>> {
  const line = await lockLine(tx, input.id);
  if (!line) return refuse({ code: 'not_found' });
  if (line.state !== 'unmatched') return refuse({ code: 'order_state_conflict' });
  const { outcome, reference, note, operatorId } = input;
  if (note === '') return refuse({ code: 'required', field: 'note' });
  if (outcome === 'returned' && reference === null) return refuse({ code: 'required', field: 'reference' });
  const system = deps.catalogue.paymentSystem(line.payment_system_code);
  const detail = {
    line_id: line.id,
    outcome,
    reference,
    payment_system_id: line.payment_system_code,
    amount: formatAmount(BigInt(line.amount), system?.scale ?? 0),
    currency_iso_code: system?.currency ?? '',
  };
  if (needsSecondApproval(deps, line, outcome))
    return await propose(deps, tx, { kind: 'end_unmatched', subject: line.id, payload: detail, note, operatorId });
  if (!(await applyResolution(deps, tx, line, input))) return refuse({ code: 'order_state_conflict' });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'bank_line.end',
    subjectType: 'bank_line',
    subjectId: line.id,
    detail: { ...detail, note },
  });
  return accept({ approvalId: null });
}

/** Executes a resolution that a second operator approved. */
export const executeResolution: Executor = async (deps, tx, { payload, note, proposedBy }) => {
  const { line_id: id, outcome, reference } = Payload.parse(payload);
  const line = await lockLine(tx, id);
  if (!line) return refuse({ code: 'not_found' });
  const resolution = { outcome, reference, note, operatorId: proposedBy };
  const isResolved = line.state === 'unmatched' && (await applyResolution(deps, tx, line, resolution));
  return isResolved ? accept(null) : refuse({ code: 'order_state_conflict' });
};

/** Whether the line was matched or resolved since the proposal. */
export const isResolutionOutdated: OvertakenCheck = async (_deps, tx, { subject }) => (await lockLine(tx, subject))?.state !== 'unmatched';
