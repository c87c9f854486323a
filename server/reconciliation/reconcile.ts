import { BOOKS_GRACE_MS, type Difference } from '#core/ledger/compare-books.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { Instant } from '#core/time.ts';
import type { Rail, StatementLine } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { findClosingNotes } from '#server/incidents/queries.ts';
import { findDifferences } from './find-differences.ts';
import { listManualEntries } from './store.ts';

/** One difference between our books and a rail's list. */
export interface BookDifference {
  /** Stable id: rail, direction and reference. */
  readonly subject: string;
  readonly detail: string;
  /** The operator's explanation; null: none. */
  readonly explanation: string | null;
}

export interface Reconciliation {
  readonly lines: readonly BookDifference[];
  /** Rails that returned no list; not compared. */
  readonly silent: readonly { readonly rail: string; readonly reason: string }[];
}

const DIFFERENCE_TEXT: Readonly<Record<Difference['kind'], string>> = {
  only_provider: 'the provider has it, the books do not',
  only_books: 'the books have it, the provider does not',
  differs: 'the provider and the books differ',
};

const BY_HAND = ' by hand ';

/** The reference of a manual deposit from its difference's subject; undefined: another kind. */
export function manualReferenceOf(subject: string): string | undefined {
  const marker = ` in${BY_HAND}`;
  const index = subject.indexOf(marker);
  return index === -1 ? undefined : subject.slice(index + marker.length);
}

type ReconcileDeps = Pick<Deps, 'db' | 'clock' | 'rails' | 'catalogue'>;

const amountOf = ({ catalogue }: ReconcileDeps, code: string, amount: bigint): string => {
  const system = catalogue.paymentSystem(code);
  return system ? `${formatAmount(amount, system.scale)} ${system.currency} (${code})` : `${amount} (${code})`;
};

/** The wallet of a provider's entry; for an unknown payment system its code. */
function walletOf({ catalogue }: ReconcileDeps, { direction, paymentSystemCode }: StatementLine): string {
  const system = catalogue.paymentSystem(paymentSystemCode);
  return (direction === 'in' ? system?.incomeWallet : system?.outcomeWallet) ?? paymentSystemCode;
}

async function reconcileRail(
  deps: ReconcileDeps,
  rail: Rail,
  since: Instant,
): Promise<Omit<BookDifference, 'explanation'>[] | { reason: string }> {
  const compared = await findDifferences({ ...deps, walletOf: (line) => walletOf(deps, line) }, rail, since);
  if ('reason' in compared) return compared;
  const { now } = compared;
  const differences = compared.differences.map((difference) => ({
    subject: `${rail.name} ${difference.direction} ${difference.reference}`,
    detail: `${amountOf(deps, difference.paymentSystemCode, difference.amount)}: ${DIFFERENCE_TEXT[difference.kind]}${difference.other === null ? '' : ` (${difference.other})`}`,
  }));
  // A manual rail's own list consists of manual entries, so they are not compared
  const manualEntries =
    rail.capabilities.isManual === true ? [] : await listManualEntries(deps.db, rail.name, { since, before: now - BOOKS_GRACE_MS });
  const manualDifferences = manualEntries.map((entry) => ({
    subject: `${rail.name} ${entry.direction}${BY_HAND}${entry.reference}`,
    detail: `${amountOf(deps, entry.code, BigInt(entry.amount))}, order ${entry.order_id}: ${entry.detail}, never seen by the provider`,
  }));
  const oddities = compared.oddities.map(({ subject, detail }) => ({ subject: `${rail.name} odd ${subject}`, detail }));
  return [...differences, ...manualDifferences, ...oddities];
}

/**
 * Compares our books with the rails' lists since a time (domain 6). A manual entry the rail never reported is a difference; closing its
 * incident with a note explains it.
 */
export async function reconcile(deps: ReconcileDeps, since: Instant, rails: Iterable<Rail> = deps.rails.values()): Promise<Reconciliation> {
  const lines: Omit<BookDifference, 'explanation'>[] = [];
  const silent: { rail: string; reason: string }[] = [];
  for (const rail of rails) {
    const differences = await reconcileRail(deps, rail, since);
    if ('reason' in differences) silent.push({ rail: rail.name, reason: differences.reason });
    else lines.push(...differences);
  }
  const notes = await findClosingNotes(deps.db, 'books_differ');
  return { lines: lines.map((line) => ({ ...line, explanation: notes.get(line.subject) ?? null })), silent };
}
