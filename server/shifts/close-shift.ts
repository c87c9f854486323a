import { formatAmount, parseAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { proposeOnce } from '#server/approvals/propose.ts';
import { postingProposal, previewPosting } from '#server/ledger/propose-reserve.ts';
import { lockTreasuries, treasuryBalance } from '#server/ledger/treasury-balance.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type CountedLine, insertShift } from './store.ts';

export type CloseDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'secrets' | 'catalogue' | 'quotes' | 'limits'>;

export interface Count {
  readonly lines: readonly { readonly wallet: string; readonly ledger: string; readonly counted: string }[];
  readonly note: string;
  readonly operatorId: string;
}

type Refusal = 'not_found' | 'not_allowed_amount' | 'required' | 'edit_conflict' | 'order_state_conflict';

/** The wallets that are paid from, each with the payment system that stands for it: the first of those that share it. */
export function walletsOf(systems: readonly PaymentSystem[]): ReadonlyMap<string, PaymentSystem> {
  const wallets = new Map<string, PaymentSystem>();
  for (const system of systems) if (!wallets.has(system.outcomeWallet)) wallets.set(system.outcomeWallet, system);
  return wallets;
}

type Compared = Omit<CountedLine, 'approvalId'> & { readonly system: PaymentSystem };

async function compare(
  tx: Tx,
  wallets: ReadonlyMap<string, PaymentSystem>,
  line: Count['lines'][number],
  place: number,
): Promise<Result<Compared, Refusal>> {
  const system = wallets.get(line.wallet);
  if (system === undefined) return refuse({ code: 'not_found', field: `lines/${place}/wallet` });
  const { scale, currency } = system;
  const counted = parseAmount(line.counted.trim(), { scale, precision: scale });
  if (!counted.ok) return refuse({ code: 'not_allowed_amount', field: `lines/${place}/counted` });
  const ledger = await treasuryBalance(tx, line.wallet);
  // Whoever counted has looked at another figure: he looks again
  if (formatAmount(ledger, scale) !== line.ledger) return refuse({ code: 'edit_conflict', field: `lines/${place}/ledger` });
  return accept({ wallet: line.wallet, paymentSystem: system.code, currency, scale, ledger, counted: counted.minor, system });
}

/** A difference is nobody's to post alone: it becomes a correction that a second person approves (domain 6). */
async function proposeCorrection(deps: CloseDeps, tx: Tx, { system, ledger, counted }: Compared, { note: reason, operatorId }: Count) {
  const [kind, amount] = ['correction', counted - ledger] as const;
  const change = await previewPosting(deps, tx, { system, kind, amount, operatorId });
  return (await proposeOnce(deps, tx, postingProposal({ code: system.code, kind, amount, reason, operatorId, system, change }))).approvalId;
}

/**
 * Closes a shift (domain 11): what was counted on the wallets is written down beside the ledger, both as they are at this moment,
 * and every difference proposes its correction. Refuses `edit_conflict` where the ledger has moved since it was looked at.
 */
export async function closeShift(deps: CloseDeps, tx: Tx, count: Count): Promise<Result<{ id: string }, Refusal>> {
  const wallets = walletsOf(deps.catalogue.paymentSystems());
  const named = count.lines.map(({ wallet }) => wallet);
  if (new Set(named).size < named.length) return refuse({ code: 'order_state_conflict', field: 'lines' });
  await lockTreasuries(tx, named);
  const compared: Compared[] = [];
  for (const [place, line] of count.lines.entries()) {
    const read = await compare(tx, wallets, line, place);
    if (!read.ok) return read;
    compared.push(read.value);
  }
  const differing = compared.filter(({ ledger, counted }) => ledger !== counted);
  if (differing.length > 0 && count.note === '') return refuse({ code: 'required', field: 'note' });
  const lines: CountedLine[] = [];
  for (const one of compared) {
    const approvalId = one.ledger === one.counted ? null : await proposeCorrection(deps, tx, one, count);
    lines.push({ ...one, approvalId });
  }
  const id = deps.random.uuid();
  const uncounted = wallets.size - lines.length;
  await insertShift(tx, { id, closedAt: deps.clock.now(), closedBy: count.operatorId, note: count.note, uncounted, lines });
  await recordAudit(deps, tx, {
    actorId: count.operatorId,
    action: 'shift.close',
    subjectType: 'shift',
    subjectId: id,
    detail: { counted: lines.length, uncounted, differing: differing.map(({ wallet }) => wallet), note: count.note },
  });
  return accept({ id });
}
