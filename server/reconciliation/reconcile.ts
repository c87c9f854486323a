import { BOOKS_GRACE_MS, compareBooks, type Difference } from '#core/ledger/compare-books.ts';
import { formatAmount } from '#core/money/amount.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import type { Rail, StatementLine } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { findExplained } from '#server/incidents/find-explained.ts';
import { listPersonLines, listRailLines } from './store.ts';

/** One line of the two books that has no counterpart, or another one. */
export interface OpenLine {
  /** Names it for ever: rail, direction and reference. */
  readonly subject: string;
  readonly detail: string;
  /** What a person has said of it; null while nobody has. */
  readonly explained: string | null;
}

export interface Reconciliation {
  readonly lines: readonly OpenLine[];
  /** Rails that gave no list: not compared. */
  readonly silent: readonly { readonly rail: string; readonly reason: string }[];
}

/** Our books are read from this much earlier: a payment seen before the window may be final within it. */
const EARLIER_MS = 9 * DAY_MS;

const WORDS: Readonly<Record<Difference['kind'], string>> = {
  only_provider: 'the provider has it, the books do not',
  only_books: 'the books have it, the provider does not',
  differs: 'the provider and the books differ',
};

const BY_HAND = ' by hand ';

/** The reference of the word that a line `in` of a person is about; undefined: it is another line. */
export function wordOf(subject: string): string | undefined {
  const mark = ` in${BY_HAND}`;
  const at = subject.indexOf(mark);
  return at === -1 ? undefined : subject.slice(at + mark.length);
}

type ReconcileDeps = Pick<Deps, 'db' | 'clock' | 'rails' | 'catalogue'>;

const amountOf = ({ catalogue }: ReconcileDeps, code: string, amount: bigint): string => {
  const system = catalogue.paymentSystem(code);
  return system ? `${formatAmount(amount, system.scale)} ${system.currency} (${code})` : `${amount} (${code})`;
};

/** The wallet that a provider's line is about; one of a payment system that we do not have is a place of its own. */
function walletOf({ catalogue }: ReconcileDeps, { direction, paymentSystemCode }: StatementLine): string {
  const system = catalogue.paymentSystem(paymentSystemCode);
  return (direction === 'in' ? system?.incomeWallet : system?.outcomeWallet) ?? paymentSystemCode;
}

async function reconcileRail(deps: ReconcileDeps, rail: Rail, since: Instant): Promise<Omit<OpenLine, 'explained'>[] | { reason: string }> {
  // Asked first: what we learn while it answers is in our books, and too young to be missed in its
  const statement = await rail.statement(since - HOUR_MS);
  if (statement.outcome === 'unavailable') return statement;
  const now = deps.clock.now();
  const ours = await listRailLines(deps.db, rail.name, since - EARLIER_MS);
  const theirs = statement.lines.map((line) => ({ ...line, wallet: walletOf(deps, line) }));
  const differences = compareBooks(ours, theirs, { since, now }).map((one) => ({
    subject: `${rail.name} ${one.direction} ${one.reference}`,
    detail: `${amountOf(deps, one.paymentSystemCode, one.amount)}: ${WORDS[one.kind]}${one.other === null ? '' : ` (${one.other})`}`,
  }));
  // Where nobody but people sees the money, their word is what the other books are made of
  const said =
    rail.capabilities.peopleReport === true ? [] : await listPersonLines(deps.db, rail.name, { since, before: now - BOOKS_GRACE_MS });
  const people = said.map((one) => ({
    subject: `${rail.name} ${one.direction}${BY_HAND}${one.reference}`,
    detail: `${amountOf(deps, one.code, BigInt(one.amount))}, order ${one.order_id}: ${one.detail}, never seen by the provider`,
  }));
  const oddities = statement.oddities.map(({ subject, detail }) => ({ subject: `${rail.name} odd ${subject}`, detail }));
  return [...differences, ...people, ...oddities];
}

/**
 * Compares the books with every rail's own list (or that of some rails) since a moment (domain 6: with the rail, not only with themselves): what only one of
 * the two has is named. Money that a person has recorded and the rail has never seen is a line to explain, once: closing its
 * incident with a note is the explanation.
 */
export async function reconcile(deps: ReconcileDeps, since: Instant, rails: Iterable<Rail> = deps.rails.values()): Promise<Reconciliation> {
  const lines: Omit<OpenLine, 'explained'>[] = [];
  const silent: { rail: string; reason: string }[] = [];
  for (const rail of rails) {
    const found = await reconcileRail(deps, rail, since);
    if ('reason' in found) silent.push({ rail: rail.name, reason: found.reason });
    else lines.push(...found);
  }
  const explained = await findExplained(deps.db, 'books_differ');
  return { lines: lines.map((line) => ({ ...line, explained: explained.get(line.subject) ?? null })), silent };
}
