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

export interface CloseShiftInput {
  readonly lines: readonly { readonly wallet: string; readonly ledger: string; readonly counted: string }[];
  readonly note: string;
  readonly operatorId: string;
}

type Refusal = 'not_found' | 'not_allowed_amount' | 'required' | 'edit_conflict' | 'order_state_conflict';

/** Payout wallets, each with a payment system: the first of those that share the wallet. */
export function walletsOf(systems: readonly PaymentSystem[]): ReadonlyMap<string, PaymentSystem> {
  const wallets = new Map<string, PaymentSystem>();
  for (const system of systems) if (!wallets.has(system.outcomeWallet)) wallets.set(system.outcomeWallet, system);
  return wallets;
}

type ComparedLine = Omit<CountedLine, 'approvalId'> & { readonly system: PaymentSystem };

async function compareLine(
  tx: Tx,
  wallets: ReadonlyMap<string, PaymentSystem>,
  line: CloseShiftInput['lines'][number],
  index: number,
): Promise<Result<ComparedLine, Refusal>> {
  const system = wallets.get(line.wallet);
  if (system === undefined) return refuse({ code: 'not_found', field: `lines/${index}/wallet` });
  const { scale, currency } = system;
  const counted = parseAmount(line.counted.trim(), { scale, precision: scale });
  if (!counted.ok) return refuse({ code: 'not_allowed_amount', field: `lines/${index}/counted` });
  const ledger = await treasuryBalance(tx, line.wallet);
  // The ledger changed since the operator counted: count again
  if (formatAmount(ledger, scale) !== line.ledger) return refuse({ code: 'edit_conflict', field: `lines/${index}/ledger` });
  return accept({ wallet: line.wallet, paymentSystem: system.code, currency, scale, ledger, counted: counted.minor, system });
}

/** A difference is not posted by one person: it becomes a correction that a second one approves (domain 6). */
async function proposeCorrection(
  deps: CloseDeps,
  tx: Tx,
  { system, ledger, counted }: ComparedLine,
  { note: reason, operatorId }: CloseShiftInput,
) {
  const [kind, amount] = ['correction', counted - ledger] as const;
  const change = await previewPosting(deps, tx, { system, kind, amount, operatorId });
  return (await proposeOnce(deps, tx, postingProposal({ code: system.code, kind, amount, reason, operatorId, system, change }))).approvalId;
}

/**
 * Closes a shift (domain 11): stores counted and ledger balances, and proposes a correction for every difference. Refuses `edit_conflict`
 * if the ledger changed since it was shown.
 */
export async function closeShift(deps: CloseDeps, tx: Tx, input: CloseShiftInput): Promise<Result<{ id: string }, Refusal>> {
  const wallets = walletsOf(deps.catalogue.paymentSystems());
  const walletIds = input.lines.map(({ wallet }) => wallet);
  if (new Set(walletIds).size < walletIds.length) return refuse({ code: 'order_state_conflict', field: 'lines' });
  await lockTreasuries(tx, walletIds);
  const compared: ComparedLine[] = [];
  for (const [index, line] of input.lines.entries()) {
    const comparison = await compareLine(tx, wallets, line, index);
    if (!comparison.ok) return comparison;
    compared.push(comparison.value);
  }
  const differing = compared.filter(({ ledger, counted }) => ledger !== counted);
  if (differing.length > 0 && input.note === '') return refuse({ code: 'required', field: 'note' });
  const lines: CountedLine[] = [];
  for (const line of compared) {
    const approvalId = line.ledger === line.counted ? null : await proposeCorrection(deps, tx, line, input);
    lines.push({ ...line, approvalId });
  }
  const id = deps.random.uuid();
  const uncounted = wallets.size - lines.length;
  await insertShift(tx, { id, closedAt: deps.clock.now(), closedBy: input.operatorId, note: input.note, uncounted, lines });
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'shift.close',
    subjectType: 'shift',
    subjectId: id,
    detail: { counted: lines.length, uncounted, differing: differing.map(({ wallet }) => wallet), note: input.note },
  });
  return accept({ id });
}
