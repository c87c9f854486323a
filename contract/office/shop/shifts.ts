import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { csvReply, pagingQuery, sortQuery } from '#contract/list-query.ts';

/** Amounts in whole units of the currency, decimal strings. */
const ShiftLine = z.object({
  wallet: z.string(),
  payment_system_id: z.string(),
  currency_iso_code: z.string(),
  ledger: z.string(),
  counted: z.string(),
  /** Counted amount minus ledger balance. */
  difference: z.string(),
  /** Correction proposed for the difference. */
  approval_id: z.nullable(z.string()),
});
export type ShiftLine = z.output<typeof ShiftLine>;

export const ShiftAttributes = z.object({
  closed_at: z.string(),
  closed_by: z.string(),
  note: z.string(),
  /** Number of wallets without a count. */
  uncounted: z.number(),
  lines: z.array(ShiftLine),
});
export type ShiftAttributes = z.output<typeof ShiftAttributes>;

export const WalletBalanceAttributes = z.object({
  payment_system_id: z.string(),
  name: z.string(),
  currency_iso_code: z.string(),
  /** Current ledger balance of the wallet. */
  ledger: z.string(),
});
export type WalletBalanceAttributes = z.output<typeof WalletBalanceAttributes>;

export const officeListWalletBalances = endpoint({
  name: 'officeListWalletBalances',
  summary: 'Lists wallets that pay out, with their ledger balances, to be counted',
  method: 'GET',
  path: '/api/office/v1/shifts/wallets',
  action: 'close_shifts',
  reply: { kind: 'collection', type: 'wallet_balances', attributes: WalletBalanceAttributes },
  refusals: [],
});

export const officeListShifts = endpoint({
  name: 'officeListShifts',
  summary: 'Lists closed shifts, newest first (domain 11)',
  method: 'GET',
  path: '/api/office/v1/shifts',
  action: 'read_reserves',
  query: z.object({ ...pagingQuery, sort: sortQuery('closed_at') }),
  reply: { kind: 'collection', type: 'shifts', attributes: ShiftAttributes, paged: true },
  refusals: [],
});

const amount = z.string().check(z.minLength(1), z.maxLength(200));

export const officeCloseShift = endpoint({
  name: 'officeCloseShift',
  summary:
    'Closes a shift with counted balances; a difference proposes a correction. Refused as `edit_conflict` if the ledger has changed since it was read',
  method: 'POST',
  path: '/api/office/v1/shifts',
  action: 'close_shifts',
  body: z.object({
    lines: z
      .array(z.object({ wallet: z.string().check(z.minLength(1), z.maxLength(100)), ledger: amount, counted: amount }))
      .check(z.minLength(1), z.maxLength(1000)),
    /** Required where a difference exists. */
    note: z.string().check(z.maxLength(500)),
  }),
  reply: { kind: 'resource', type: 'shifts', attributes: ShiftAttributes, status: 201 },
  refusals: ['not_found', 'not_allowed_amount', 'required', 'edit_conflict', 'order_state_conflict'],
});

export const officeExportShifts = endpoint({
  name: 'officeExportShifts',
  summary: 'Exports closed shifts as CSV, one row per wallet, with formulas escaped',
  method: 'GET',
  path: '/api/office/v1/shifts/csv',
  action: 'read_reserves',
  reply: csvReply,
  refusals: [],
});
