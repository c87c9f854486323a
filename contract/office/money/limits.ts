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

/** What may leave without a person (domain 5), as it is kept and sent: dollars and counts are whole numbers. */
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
  /** The proposal that a change has become; null: it is in force. */
  approval_id: z.nullable(z.string()),
});
export type LimitsAttributes = z.output<typeof LimitsAttributes>;

/** How much has left a wallet, beside its caps; amounts in the wallet's currency. */
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
  summary: 'What may leave without a person, and what has left each wallet within the hour and the day',
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
  summary: 'Tightens at once; anything looser needs another owner, or a day where there is none',
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
