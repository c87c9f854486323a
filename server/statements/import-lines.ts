import { LINES_CHANNEL, type MatchDeps, matchLine } from './match-line.ts';
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
import { findCandidates, findImported, findLine, findNumberEntries, insertLine, lockImports } from './store.ts';

export interface Import {
  readonly system: PaymentSystem;
  /** The requisite that received the lines, if the operator named it. */
  readonly requisiteId: string | null;
  readonly entries: readonly BankEntry[];
  readonly source: LineSource;
  /** Whether a line that certainly belongs to one order is matched at once. */
  readonly isAutomatic: boolean;
  readonly operatorId: string;
}

export interface ImportResult {
  readonly added: number;
  /** Entries stored by an earlier import. */
  readonly known: number;
  readonly matched: number;
}

interface FingerprintedEntry {
  readonly entry: BankEntry;
  readonly fingerprint: Buffer;
}

/**
 * Adds fingerprints made of the bank's data and the entry's number among identical entries: two equal transfers of one statement differ,
 * the same statement imported again does not.
 */
export function fingerprintEntries(entries: readonly BankEntry[]): FingerprintedEntry[] {
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
    return { entry, fingerprint: createHash('sha256').update(`${content} ${count}`).digest() };
  });
}

const windowOf = (entries: readonly BankEntry[]) => ({
  from: entries.reduce((earliest, { at }) => Math.min(earliest, at), Number.MAX_SAFE_INTEGER),
  until: entries.reduce((latest, { at }) => Math.max(latest, at), 0),
});

/** A line as input of the matching with orders. `entries`: the entries before it, which may have the same operation number. */
const lineToMatchOf = (
  entry: BankEntry,
  { requisiteId, source }: Pick<Import, 'requisiteId' | 'source'>,
  entries: readonly NumberEntry[],
): LineToMatch => ({ ...entry, requisiteId, source, isNumberEntered: entriesOfNumber({ ...entry, source }, entries).length > 0 });

const numberEntryOf = ({ reference, amount, sender }: BankEntry, source: LineSource, orderId: string | null): NumberEntry[] =>
  reference === null ? [] : [{ reference, amount, orderId, source, sender }];

const referencesOf = (entries: readonly BankEntry[]) => entries.map(({ reference }) => reference);

/** The order as later lines of the same import see it: an observation that one line has confirmed is not confirmed by a second line. */
const withEntry = (
  order: OpenOrder,
  entry: BankEntry,
  { entryReference, source }: { readonly entryReference: string | null; readonly source: string },
): OpenOrder => ({
  ...order,
  isOpen: false,
  entries:
    entryReference === null
      ? [...order.entries, { amount: entry.amount, reference: entry.reference ?? '', source }]
      : order.entries.map((existing) => (existing.reference === entryReference ? { ...existing, source } : existing)),
});

const ordersAfter = (
  orders: OpenOrder[],
  entry: BankEntry,
  { match, source }: { readonly match: Match | undefined; readonly source: string },
): OpenOrder[] =>
  match === undefined
    ? orders
    : orders.map((order) =>
        order.id === match.orderId ? withEntry(order, entry, { entryReference: match.entryReference, source }) : order,
      );

interface EntryPreview {
  readonly entry: BankEntry;
  readonly isImported: boolean;
  readonly matches: readonly Match[];
  /** Earlier entries with the same operation number. */
  readonly sameNumber: readonly NumberEntry[];
}

/** Previews an import: whether each entry is stored already, and which orders it may pay. Changes nothing. */
export async function previewImport(db: Queryable, input: Omit<Import, 'isAutomatic' | 'operatorId'>): Promise<EntryPreview[]> {
  if (input.entries.length === 0) return [];
  const fingerprinted = fingerprintEntries(input.entries);
  const importedFingerprints = await findImported(
    db,
    input.system.code,
    fingerprinted.map(({ fingerprint }) => fingerprint),
  );
  let orders = await findCandidates(db, input.system.code, windowOf(input.entries));
  const { source } = input;
  const earlierEntries: NumberEntry[] = await findNumberEntries(db, input.system.code, referencesOf(input.entries));
  return fingerprinted.map(({ entry, fingerprint }) => {
    if (importedFingerprints.has(fingerprint.toString('hex'))) return { entry, isImported: true, matches: [], sameNumber: [] };
    const sameNumber = entriesOfNumber({ ...entry, source }, earlierEntries);
    const matches = suggest(lineToMatchOf(entry, input, earlierEntries), orders);
    const match = onlyCertainMatch(matches);
    orders = ordersAfter(orders, entry, { match, source });
    earlierEntries.push(...numberEntryOf(entry, source, match?.orderId ?? null));
    return { entry, isImported: false, matches, sameNumber };
  });
}

/** Rolls back the match of a line that its order refused. */
class NotMatched extends Error {}

/** Runs `work` in a savepoint, so that a refusal undoes only this line. False: refused. */
async function inSavepoint(tx: Tx, work: () => Promise<boolean>): Promise<boolean> {
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

/** A line of an import that certainly belongs to one order. */
interface MatchedLine {
  readonly id: string;
  readonly lineToMatch: LineToMatch;
  readonly match: Match;
  /** The orders as they were read when the import began. */
  readonly orders: readonly OpenOrder[];
}

/**
 * Locks the order and repeats the match, because an operator or another import may have recorded this money since the orders were read.
 * Undefined: the match has changed.
 */
async function recheckMatch(tx: Tx, input: Import, { lineToMatch, match, orders }: MatchedLine): Promise<Match | undefined> {
  const { orderId } = match;
  if (!(await lockOrder(tx, orderId))) return undefined;
  const [lockedOrder] = await findCandidates(tx, input.system.code, { ...windowOf(input.entries), orderId });
  if (lockedOrder === undefined) return undefined;
  const currentOrders = orders.map((order) =>
    order.id === orderId ? { ...lockedOrder, isOpen: lockedOrder.isOpen && order.isOpen } : order,
  );
  const currentMatch = onlyCertainMatch(suggest(lineToMatch, currentOrders));
  return currentMatch?.orderId === orderId && currentMatch.entryReference === match.entryReference ? currentMatch : undefined;
}

async function matchImmediately(deps: MatchDeps, tx: Tx, input: Import, matchedLine: MatchedLine): Promise<boolean> {
  return await inSavepoint(tx, async () => {
    const [line, match] = [await findLine(tx, matchedLine.id), await recheckMatch(tx, input, matchedLine)];
    if (!line || !match) return false;
    const { orderId, entryReference } = match;
    return (await matchLine(deps, tx, { line, orderId, entryReference, reason: null, operatorId: input.operatorId, isInSuspense: false }))
      .ok;
  });
}

/**
 * Records bank lines, each once. A line that certainly belongs to one order is matched in the operator's name. Other money stays in
 * suspense until an operator finds its order.
 */
export async function importLines(deps: MatchDeps, tx: Tx, input: Import): Promise<ImportResult> {
  const { system, entries, source, operatorId, requisiteId } = input;
  await lockImports(tx, system.code);
  let orders = entries.length === 0 ? [] : await findCandidates(tx, system.code, windowOf(entries));
  const earlierEntries: NumberEntry[] = await findNumberEntries(tx, system.code, referencesOf(entries));
  const count = { added: 0, known: 0, matched: 0 };
  for (const { entry, fingerprint } of fingerprintEntries(entries)) {
    const id = deps.random.uuid();
    const now = deps.clock.now();
    const line = {
      ...entry,
      id,
      code: system.code,
      wallet: system.incomeWallet,
      requisiteId,
      fingerprint,
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
    const lineToMatch = lineToMatchOf(entry, input, earlierEntries);
    const match = input.isAutomatic ? onlyCertainMatch(suggest(lineToMatch, orders)) : undefined;
    const isMatched = match !== undefined && (await matchImmediately(deps, tx, input, { id, lineToMatch, match, orders }));
    earlierEntries.push(...numberEntryOf(entry, source, isMatched ? match.orderId : null));
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
