import * as z from 'zod';
import type { Fee, Quote } from '#core/order/quote.ts';
import type { Secrets } from '#server/platform/secrets.ts';

const PURPOSE = 'quote';
const bigText = z
  .string()
  .regex(/^\d{1,200}$/)
  .transform(BigInt);
const fraction = z.tuple([bigText, bigText]).transform(([num, den]) => ({ num, den }));

// A list, not an object: the id travels in requests and must be short. The order of members is version 1 of the format. The last is
// unique per customer.
const Payload = z
  .tuple(
    [
      z.literal(1),
      z.string(),
      z.string(),
      bigText,
      bigText,
      fraction,
      z.enum(['fixed', 'floating']),
      fraction,
      z.array(z.tuple([z.enum(['service', 'fixed', 'network', 'slot']), z.enum(['income', 'outcome']), bigText])),
      z.nullable(z.string()),
      z.string(),
      z.boolean(),
      z.number(),
      z.number(),
    ],
    z.string(),
  )
  .transform((list): Quote => {
    const [
      ,
      incomeCode,
      outcomeCode,
      incomeAmount,
      outcomeAmount,
      rate,
      rateType,
      referenceRate,
      fees,
      slotId,
      snapshotId,
      isDemo,
      createdAt,
      expiresAt,
    ] = list;
    return {
      incomeCode,
      outcomeCode,
      incomeAmount,
      outcomeAmount,
      rate,
      rateType,
      referenceRate,
      fees: fees.map(([kind, side, amount]): Fee => ({ kind, side, amount })),
      slotId,
      snapshotId,
      isDemo,
      createdAt,
      expiresAt,
    };
  });

/** The opaque id of a quote: the quote, a unique suffix, and a signature over both. */
export function quoteIdOf(secrets: Pick<Secrets, 'sign'>, quote: Quote, suffix: string): string {
  const { rate, referenceRate } = quote;
  const list: z.input<typeof Payload> = [
    1,
    quote.incomeCode,
    quote.outcomeCode,
    String(quote.incomeAmount),
    String(quote.outcomeAmount),
    [String(rate.num), String(rate.den)],
    quote.rateType,
    [String(referenceRate.num), String(referenceRate.den)],
    quote.fees.map((fee) => [fee.kind, fee.side, String(fee.amount)]),
    quote.slotId,
    quote.snapshotId,
    quote.isDemo,
    quote.createdAt,
    quote.expiresAt,
    suffix,
  ];
  const payload = Buffer.from(JSON.stringify(list)).toString('base64url');
  return `${payload}.${secrets.sign(PURPOSE, payload)}`;
}

/** The quote of an id that we issued, expired or not; undefined for anything else. */
export function readQuoteId(secrets: Pick<Secrets, 'verify'>, id: string): Quote | undefined {
  const dot = id.lastIndexOf('.');
  const payload = id.slice(0, Math.max(dot, 0));
  if (dot < 1 || !secrets.verify(PURPOSE, payload, id.slice(dot + 1))) return undefined;
  const parsed = Payload.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return parsed.success ? parsed.data : undefined;
}
