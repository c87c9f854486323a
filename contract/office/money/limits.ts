import * as z from 'zod/mini';
import { rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

const usd = z.int().check(z.minimum(0), z.maximum(1_000_000_000));
const count = z.int().check(z.minimum(0), z.maximum(1_000_000));
const Limits = z.object({ firstUsd: usd, secondUsd: usd });
const Caps = z.object({
  hourUsd: z.nullable(usd),
  hourCount: z.nullable(count),
  dayUsd: z.nullable(usd),
  dayCount: z.nullable(count),
  destinationDayUsd: z.nullable(usd),
  destinationDayCount: z.nullable(count),
  floatDayPercent: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
});

const name = z.string().check(z.minLength(1), z.maxLength(64));

/** Limits of automatic payouts (domain 5) as stored and sent: whole dollars and counts. */
export const PayoutLimitsJson = z.object({
  ...Limits.shape,
  treasuryUsd: usd,
  systems: z.record(name, Limits),
  caps: Caps,
  wallets: z.record(name, Caps),
});

export const LimitsAttributes = z.object({
  limits: PayoutLimitsJson,
  version: z.number(),
  set_by: z.nullable(z.string()),
  set_at: z.nullable(z.string()),
  /** Approval that the change waits for; null: in force. */
  approval_id: z.nullable(z.string()),
});
export type LimitsAttributes = z.output<typeof LimitsAttributes>;

/** Amount paid from a wallet, and its caps; in the wallet's currency. */
const WalletUse = z.object({
  wallet: z.string(),
  currency_iso_code: z.string(),
  hour_amount: z.string(),
  hour_count: z.number(),
  day_amount: z.string(),
  day_count: z.number(),
});

export const officeGetLimits = endpoint({
  name: 'officeGetLimits',
  summary: 'Returns the limits of automatic payouts, and the amounts paid from each wallet in the last hour and day',
  method: 'GET',
  path: '/api/office/v1/limits',
  action: 'read_reserves',
  reply: {
    kind: 'resource',
    type: 'limits',
    attributes: LimitsAttributes,
    status: 200,
    meta: z.object({
      payment_systems: z.array(z.object({ code: z.string(), name: z.string() })),
      wallets: z.array(WalletUse),
    }),
  },
  refusals: [],
});

export const officeChangeLimits = endpoint({
  name: 'officeChangeLimits',
  summary: "Changes the limits: a stricter one at once; a looser one after another owner's approval, or after a day if there is no other",
  method: 'POST',
  path: '/api/office/v1/limits',
  action: 'change_caps',
  body: z.object({
    limits: PayoutLimitsJson,
    version: rowVersion,
    note: z.string().check(z.maxLength(2000)),
  }),
  reply: { kind: 'resource', type: 'limits', attributes: LimitsAttributes, status: 200 },
  refusals: ['approval_conflict', 'edit_conflict', 'required', 'invalid_format', 'not_found'],
});
