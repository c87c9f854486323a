import { LINES_CHANNEL } from './channel.ts';
import { createHash } from 'node:crypto';
import type { BankEntry, LineSource } from '#core/statements/entry.ts';
import {
  onlyCertainMatch,
  entriesOfNumber,
  type Match,
  type NumberEntry,
  type OpenOrder,
  type LineToMatch,
  suggest,
} from '#core/statements/match.ts';
import { keepUnmatched } from '#core/statements/postings.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { post } from '#server/ledger/post.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { lockOrder } from '#server/orders/queries.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { type MatchDeps, matchLine } from './match-line.ts';
import { findCandidates, findKnown, findLine, findNumberEntries, insertLine, lockImports } from './store.ts';

export interface Import {
  readonly system: PaymentSystem;
  /** The requisite that received them, when the operator names it. */
  readonly requisiteId: string | null;
  readonly entries: readonly BankEntry[];
  readonly source: LineSource;
  /** Whether what fits one order alone is matched at once. */
  readonly isAutomatic: boolean;
  readonly operatorId: string;
}

export interface Imported {
  readonly added: number;
  /** Entries stored by an earlier import. */
  readonly known: number;
  readonly matched: number;
}

/** An entry with its fingerprint: the bank's data and its number among identical entries. */
interface Printed {
  readonly entry: BankEntry;
  readonly print: Buffer;
}

/** Two transfers of one amount in one minute are two; the same statement once more is not. */
export function printEntries(entries: readonly BankEntry[]): Printed[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    const content = JSON.stringify([
      String(entry.amount),
      entry.at,
      entry.reference,
      entry.lastDigits,
      entry.sender,
      entry.reference === null ? entry.text : '',
    ]);
    const count = counts.get(content) ?? 0;
    counts.set(content, count + 1);
    return { entry, print: createHash('sha256').update(`${content} ${count}`).digest() };
  });
}

const windowOf = (entries: readonly BankEntry[]) => ({
  from: entries.reduce((least, { at }) => Math.min(least, at), Number.MAX_SAFE_INTEGER),
  until: entries.reduce((most, { at }) => Math.max(most, at), 0),
});

/** A line as it is compared with orders, among the entries that came before it. */
const soughtOf = (
  entry: BankEntry,
  { requisiteId, source }: Pick<Import, 'requisiteId' | 'source'>,
  entries: readonly NumberEntry[],
): LineToMatch => ({ ...entry, requisiteId, source, isNumberEntered: entriesOfNumber({ ...entry, source }, entries).length > 0 });

const numberEntryOf = ({ reference, amount, sender }: BankEntry, source: LineSource, orderId: string | null): NumberEntry[] =>
  reference === null ? [] : [{ reference, amount, orderId, source, sender }];

const referencesOf = (entries: readonly BankEntry[]) => entries.map(({ reference }) => reference);

/** The order as later lines of the same import find it: an observation explained by one line explains no second one. */
const withEntry = (
  order: OpenOrder,
  entry: BankEntry,
  { word, source }: { readonly word: string | null; readonly source: string },
): OpenOrder => ({
  ...order,
  isOpen: false,
  entries:
    word === null
      ? [...order.entries, { amount: entry.amount, reference: entry.reference ?? '', source }]
      : order.entries.map((existing) => (existing.reference === word ? { ...existing, source } : existing)),
});

const ordersAfter = (
  orders: OpenOrder[],
  entry: BankEntry,
  { match, source }: { readonly match: Match | undefined; readonly source: string },
): OpenOrder[] =>
  match === undefined
    ? orders
    : orders.map((order) => (order.id === match.orderId ? withEntry(order, entry, { word: match.entryReference, source }) : order));

interface LookedAt {
  readonly entry: BankEntry;
  readonly isKnown: boolean;
  readonly matches: readonly Match[];
  /** What was entered with its operation number before. */
  readonly sameNumber: readonly NumberEntry[];
}

/** A preview of an import: whether each entry is stored already, and which orders it may pay. Changes nothing. */
export async function lookAt(db: Queryable, input: Omit<Import, 'isAutomatic' | 'operatorId'>): Promise<LookedAt[]> {
  if (input.entries.length === 0) return [];
  const printed = printEntries(input.entries);
  const known = await findKnown(
    db,
    input.system.code,
    printed.map(({ print }) => print),
  );
  let orders = await findCandidates(db, input.system.code, windowOf(input.entries));
  const { source } = input;
  const before: NumberEntry[] = await findNumberEntries(db, input.system.code, referencesOf(input.entries));
  return printed.map(({ entry, print }) => {
    if (known.has(print.toString('hex'))) return { entry, isKnown: true, matches: [], sameNumber: [] };
    const sameNumber = entriesOfNumber({ ...entry, source }, before);
    const matches = suggest(soughtOf(entry, input, before), orders);
    const match = onlyCertainMatch(matches);
    orders = ordersAfter(orders, entry, { match, source });
    before.push(...numberEntryOf(entry, source, match?.orderId ?? null));
    return { entry, isKnown: false, matches, sameNumber };
  });
}

/** An order has refused its line, which stays in suspense. */
class NotMatched extends Error {}

/** Runs in a savepoint, so that a refusal undoes only this line. */
async function attempt(tx: Tx, work: () => Promise<boolean>): Promise<boolean> {
  try {
    await tx.nested(async () => {
      if (!(await work())) throw new NotMatched();
    });
    return true;
  } catch (error) {
    if (error instanceof NotMatched) return false;
    throw error;
  }
}

/** A line of an import that fits one order, among the orders as they were read when the import began. */
interface Fitting {
  readonly id: string;
  readonly sought: LineToMatch;
  readonly match: Match;
  readonly orders: readonly OpenOrder[];
}

/**
 * The match under the order's lock: a person or another import may have recorded this money since the orders were read. Undefined: it has
 * changed.
 */
async function matchNow(tx: Tx, input: Import, { sought, match, orders }: Fitting): Promise<Match | undefined> {
  const { orderId } = match;
  if (!(await lockOrder(tx, orderId))) return undefined;
  const [fresh] = await findCandidates(tx, input.system.code, { ...windowOf(input.entries), orderId });
  if (fresh === undefined) return undefined;
  const now = orders.map((order) => (order.id === orderId ? { ...fresh, isOpen: fresh.isOpen && order.isOpen } : order));
  const again = onlyCertainMatch(suggest(sought, now));
  return again?.orderId === orderId && again.entryReference === match.entryReference ? again : undefined;
}

async function matchAtOnce(deps: MatchDeps, tx: Tx, input: Import, fitting: Fitting): Promise<boolean> {
  return await attempt(tx, async () => {
    const [line, match] = [await findLine(tx, fitting.id), await matchNow(tx, input, fitting)];
    if (!line || !match) return false;
    const { orderId, entryReference: word } = match;
    return (await matchLine(deps, tx, { line, orderId, word, reason: null, operatorId: input.operatorId, isKept: false })).ok;
  });
}

/**
 * Records bank lines, each once. A line that certainly is one order's money is recorded there for the operator; the rest stays in
 * suspense until an operator finds its order.
 */
export async function importLines(deps: MatchDeps, tx: Tx, input: Import): Promise<Imported> {
  const { system, entries, source, operatorId, requisiteId } = input;
  await lockImports(tx, system.code);
  let orders = entries.length === 0 ? [] : await findCandidates(tx, system.code, windowOf(entries));
  const before: NumberEntry[] = await findNumberEntries(tx, system.code, referencesOf(entries));
  const count = { added: 0, known: 0, matched: 0 };
  for (const { entry, print } of printEntries(entries)) {
    const id = deps.random.uuid();
    const now = deps.clock.now();
    const line = {
      ...entry,
      id,
      code: system.code,
      wallet: system.incomeWallet,
      requisiteId,
      fingerprint: print,
      source,
      by: operatorId,
      now,
    };
    if (!(await insertLine(tx, line))) {
      count.known += 1;
      continue;
    }
    count.added += 1;
    deps.live.hint(tx, LINES_CHANNEL, system.code);
    const sought = soughtOf(entry, input, before);
    const match = input.isAutomatic ? onlyCertainMatch(suggest(sought, orders)) : undefined;
    const isMatched = match !== undefined && (await matchAtOnce(deps, tx, input, { id, sought, match, orders }));
    before.push(...numberEntryOf(entry, source, isMatched ? match.orderId : null));
    if (isMatched) {
      count.matched += 1;
      orders = ordersAfter(orders, entry, { match, source });
      continue;
    }
    const money = { lineId: id, wallet: system.incomeWallet, asset: system.asset, amount: entry.amount };
    await post(deps, tx, [keepUnmatched(money)], { orderId: null, actor: 'operator', actorId: operatorId, reason: `bank line ${id}` });
  }
  const detail = { payment_system: system.code, source, ...count };
  await recordAudit(deps, tx, { actorId: operatorId, action: 'bank_line.import', subjectType: 'reserve', subjectId: system.code, detail });
  return count;
}
