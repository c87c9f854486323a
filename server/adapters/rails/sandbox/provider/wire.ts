import * as z from 'zod';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { CALLBACK_FAULTS, PAYOUT_FAULTS } from './books.ts';
import { SCENARIOS } from './play-payment.ts';

/** Maximum of decimals the provider supports. */
const MAX_SCALE = 30;

/** Canonical form of a positive decimal text (`1.50` -> `1.5`), so that equal amounts are equal texts; undefined for anything else. */
function canonicalDecimal(text: string): string | undefined {
  const parsed = parseAmount(text, { scale: MAX_SCALE, precision: MAX_SCALE });
  return parsed.ok && parsed.minor > 0n ? formatAmount(parsed.minor, MAX_SCALE) : undefined;
}

/* Request bodies and queries of the provider's HTTP API (contract section 5). Its own schemas: the provider does not trust the exchange. */

const id = z.string().min(1).max(100);
const amount = z
  .string('must be a decimal string')
  .max(80)
  .transform((text, context) => {
    const canonical = canonicalDecimal(text);
    if (canonical !== undefined) return canonical;
    context.addIssue('must be a positive decimal string');
    return z.NEVER;
  });

export const PaymentBody = z.object({
  order_id: id,
  scenario: z.enum(SCENARIOS, `must be one of ${SCENARIOS.join(', ')}`),
  amount: amount.optional(),
});

export const FaultsBody = z
  .object({
    payouts: z.enum(PAYOUT_FAULTS, `must be one of ${PAYOUT_FAULTS.join(', ')}`).optional(),
    callbacks: z.enum(CALLBACK_FAULTS, `must be one of ${CALLBACK_FAULTS.join(', ')}`).optional(),
  })
  .refine((faults) => faults.payouts !== undefined || faults.callbacks !== undefined, 'needs payouts or callbacks');

export const InvoiceBody = z.object({
  order_id: id,
  payment_system: id,
  kind: id,
  currency: id,
  network: z.nullable(id),
  amount,
  decimals: z.int().min(0).max(MAX_SCALE),
  required_confirmations: z.int().min(0).max(10_000),
  success_url: z.url({ protocol: /^https?$/ }),
  failure_url: z.url({ protocol: /^https?$/ }),
});

export const PayoutBody = z.object({
  reference: id,
  order_id: id,
  payment_system: id,
  currency: id,
  network: z.nullable(id),
  amount,
  destination: z.string().min(1).max(300),
  destination_memo: z.nullable(z.string().min(1).max(300)),
  valid_until: z.int(),
});

export const FeedQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .default('0'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

export const LedgerQuery = z.object({ order_id: id.optional(), since: z.iso.datetime().optional(), before: z.iso.datetime().optional() });
