import { fraction, type Fraction } from '#core/money/fraction.ts';
import type { Fee, Quote } from './quote.ts';

/** A quote as plain JSON, as it is stored with its order. Amounts and fractions are decimal strings. */
export interface QuoteJson {
  readonly income_code: string;
  readonly outcome_code: string;
  readonly income_amount: string;
  readonly outcome_amount: string;
  readonly rate: string;
  readonly rate_type: 'fixed' | 'floating';
  readonly reference_rate: string;
  readonly fees: readonly { readonly kind: Fee['kind']; readonly side: Fee['side']; readonly amount: string }[];
  readonly slot_id: string | null;
  readonly snapshot_id: string;
  readonly is_demo: boolean;
  readonly created_at: number;
  readonly expires_at: number;
}

const toText = (value: Fraction): string => `${value.num}/${value.den}`;

function fromText(text: string): Fraction {
  const [num, den] = text.split('/');
  if (num === undefined || den === undefined) throw new RangeError('a stored fraction is num/den');
  return fraction(BigInt(num), BigInt(den));
}

/** A quote as JSON. The conversion is exact in both directions. */
export const quoteToJson = (quote: Quote): QuoteJson => ({
  income_code: quote.incomeCode,
  outcome_code: quote.outcomeCode,
  income_amount: String(quote.incomeAmount),
  outcome_amount: String(quote.outcomeAmount),
  rate: toText(quote.rate),
  rate_type: quote.rateType,
  reference_rate: toText(quote.referenceRate),
  fees: quote.fees.map((fee) => ({ kind: fee.kind, side: fee.side, amount: String(fee.amount) })),
  slot_id: quote.slotId,
  snapshot_id: quote.snapshotId,
  is_demo: quote.isDemo,
  created_at: quote.createdAt,
  expires_at: quote.expiresAt,
});

/** A quote from its JSON. Throws on anything that `quoteToJson` never wrote, as a corrupt row is a fault. */
export const quoteFromJson = (json: QuoteJson): Quote => ({
  incomeCode: json.income_code,
  outcomeCode: json.outcome_code,
  incomeAmount: BigInt(json.income_amount),
  outcomeAmount: BigInt(json.outcome_amount),
  rate: fromText(json.rate),
  rateType: json.rate_type,
  referenceRate: fromText(json.reference_rate),
  fees: json.fees.map((fee) => ({ kind: fee.kind, side: fee.side, amount: BigInt(fee.amount) })),
  slotId: json.slot_id,
  snapshotId: json.snapshot_id,
  isDemo: json.is_demo,
  createdAt: json.created_at,
  expiresAt: json.expires_at,
});
