import type { HistoryEventAttributes } from '#contract/office/orders/orders.ts';
import { approvalTitle } from '#core/staff/approval.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toRfc3339 } from '#core/time.ts';
import type { HistoryRow } from './history-store.ts';
import type { View } from './present.ts';

const MINOR_UNITS = /^\d+$/;

function amountOf({ deps }: View, { amount, amount_code: code, stated_amount: stated, stated_currency: currency }: HistoryRow) {
  if (stated !== null && currency !== null) return { amount: stated, currency_iso_code: currency };
  const system = code === null ? undefined : deps.catalogue.paymentSystem(code);
  if (amount === null || system === undefined || !MINOR_UNITS.test(amount)) return { amount: null, currency_iso_code: null };
  return { amount: formatAmount(BigInt(amount), system.scale), currency_iso_code: system.currency };
}

/** The history of an order as the office shows it (domain 9, "Operators"). */
export const presentHistory = (view: View, rows: readonly HistoryRow[]): HistoryEventAttributes[] =>
  rows.map((row) => ({
    kind: row.kind,
    at: toRfc3339(row.at.getTime()),
    name: row.name,
    status: row.status,
    actor: row.actor,
    actor_name: row.actor_name,
    note: row.note,
    ...amountOf(view, row),
    reference: row.reference,
    proposal: row.proposal && approvalTitle(row.proposal, { purpose: row.purpose }),
    outcome: row.outcome,
  }));
