import * as z from 'zod/mini';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

export const ReceiptAttributes = z.object({
  /** Whether the code matches this order and its completion. */
  valid: z.boolean(),
  income_amount: z.string(),
  outcome_amount: z.string(),
  payment_system_from: z.string(),
  payment_system_to: z.string(),
  income_currency_iso_code: z.string(),
  outcome_currency_iso_code: z.string(),
  completed_at: z.string(),
  /** Last link of its transfers in the ledger's hash chain; null: not linked yet, which takes seconds. */
  ledger_link: z.nullable(z.object({ number: z.int(), hash: z.string() })),
});
export type ReceiptAttributes = z.output<typeof ReceiptAttributes>;

export const verifyReceipt = endpoint({
  name: 'verifyReceipt',
  summary: 'Verifies a printed receipt; its QR code contains this address with the code',
  method: 'GET',
  path: '/api/v1/receipts/{id}',
  action: 'browse',
  scope: 'orders:read',
  params: idParams,
  query: z.object({ code: z.string().check(z.maxLength(64)) }),
  reply: { kind: 'resource', type: 'receipts', attributes: ReceiptAttributes, status: 200 },
  refusals: ['not_found'],
});
