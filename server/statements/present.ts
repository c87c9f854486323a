import type { BankLineAttributes, NumberEntryAttributes, SuggestionAttributes } from '#contract/office/money/bank-lines.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { referenceOf } from '#core/order/payment-reports.ts';
import type { BankEntry } from '#core/statements/entry.ts';
import { entriesOfNumber, type Match, type NumberEntry, type OpenOrder, suggest } from '#core/statements/match.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findCandidates, findNumberEntries, type LineRow } from './store.ts';

/** How many entries with the same number are shown. */
export const MAX_SAME_NUMBER = 5;

type AmountFormat = Pick<PaymentSystem, 'scale' | 'currency'>;

export const presentMatch = (match: Match, amount: bigint, { scale }: Pick<AmountFormat, 'scale'>): SuggestionAttributes => ({
  order_id: match.orderId,
  kind: match.kind,
  near_because: match.why,
  difference: formatAmount(match.difference, scale),
  asked_amount: formatAmount(amount - match.difference, scale),
});

export const presentNumberEntry = ({ amount, orderId }: NumberEntry, { scale }: Pick<AmountFormat, 'scale'>): NumberEntryAttributes => ({
  amount: formatAmount(amount, scale),
  order_id: orderId,
});

export const presentEntry = (entry: BankEntry, { scale, currency }: AmountFormat) => ({
  amount: formatAmount(entry.amount, scale),
  currency_iso_code: currency,
  at: toRfc3339(entry.at),
  is_day_only: entry.isDayOnly,
  reference: entry.reference,
  last_digits: entry.lastDigits,
  sender: entry.sender,
  text: entry.text,
});

const entryOf = (row: LineRow): BankEntry => ({
  amount: BigInt(row.amount),
  at: row.at.getTime(),
  isDayOnly: row.is_day_only,
  reference: row.reference,
  lastDigits: row.last_digits,
  sender: row.sender,
  text: row.text,
});

export interface LineMatches {
  readonly matches: readonly Match[];
  /** Other entries with the same operation number. */
  readonly sameNumber: readonly NumberEntry[];
}

/** Parts of one line have one operation number: what is recorded from a line with the number of a part is another part. */
function withoutSiblings(orders: readonly OpenOrder[], { reference }: LineRow): OpenOrder[] {
  if (reference === null) return [...orders];
  const number = referenceOf(reference);
  const isSibling = (entry: OpenOrder['entries'][number]) =>
    entry.source !== null && referenceOf(entry.reference).split(',', 1)[0] === number;
  return orders.map((order) => ({ ...order, entries: order.entries.filter((entry) => !isSibling(entry)) }));
}

/** The orders that each unmatched line may pay, by line id. Reads once per payment system. `orderId`: only this order is compared. */
export async function matchesOf(db: Queryable, rows: readonly LineRow[], orderId?: string): Promise<ReadonlyMap<string, LineMatches>> {
  const matchesByLine = new Map<string, LineMatches>();
  const unmatched = rows.filter(({ state }) => state === 'unmatched');
  for (const [code, lines] of Map.groupBy(unmatched, (row) => row.payment_system_code)) {
    const times = lines.map(({ at }) => at.getTime());
    const orders = await findCandidates(db, code, {
      from: Math.min(...times),
      until: Math.max(...times),
      ...(orderId === undefined ? {} : { orderId }),
    });
    const entries = await findNumberEntries(
      db,
      code,
      lines.map(({ reference }) => reference),
    );
    for (const row of lines) {
      // A part has the operation number of the line it was split from
      const others = entries.filter(({ lineId }) => lineId !== row.id && (lineId === null || lineId !== row.split_of));
      const sameNumber = entriesOfNumber(row, others);
      const lineToMatch = { ...entryOf(row), requisiteId: row.requisite_id, source: row.source, isNumberEntered: sameNumber.length > 0 };
      matchesByLine.set(row.id, {
        matches: suggest(lineToMatch, row.split_of === null ? orders : withoutSiblings(orders, row)),
        sameNumber,
      });
    }
  }
  return matchesByLine;
}

/** A bank line as contract attributes. */
export function presentLine({ catalogue }: Pick<Deps, 'catalogue'>, row: LineRow, lineMatches?: LineMatches): BankLineAttributes {
  const { scale = 0, currency = '' } = catalogue.paymentSystem(row.payment_system_code) ?? {};
  return {
    ...presentEntry(entryOf(row), { scale, currency }),
    payment_system_id: row.payment_system_code,
    source: row.source,
    recorded_by: row.recorded_by_name,
    recorded_at: toRfc3339(row.recorded_at.getTime()),
    state: row.state,
    order_id: row.order_id,
    split_of: row.split_of,
    ended_by: row.ended_by_name,
    ended_at: row.ended_at === null ? null : toRfc3339(row.ended_at.getTime()),
    end_reference: row.end_reference,
    note: row.note,
    suggestions: (lineMatches?.matches ?? []).map((match) => presentMatch(match, BigInt(row.amount), { scale })),
    same_number: (lineMatches?.sameNumber ?? []).slice(0, MAX_SAME_NUMBER).map((entry) => presentNumberEntry(entry, { scale })),
  };
}
