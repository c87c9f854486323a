import { formatAmount } from '#core/money/amount.ts';
import { roundDownToPrecision } from '#core/money/decimals.ts';
import { requiresCardCheck } from '#core/payment-system/direction-rules.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { outcomeFor } from '#core/pricing/convert.ts';
import { type DirectionPrice, fixedOutcomeFee, type PreparedDirection } from '#core/pricing/direction-price.ts';
import { incomeLimitsOf } from '#core/pricing/limits.ts';
import { decimalText } from '#core/pricing/plain-decimal.ts';

/** Params of a direction in the rate file, in the order of the format. */
const RATE_PARAMS = ['manual', 'juridical', 'verifying', 'cardverify', 'floating', 'otherin', 'otherout', 'reg', 'card2card'] as const;
type RateParam = (typeof RATE_PARAMS)[number];

interface Sides {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
  /** The largest income of the item. */
  readonly maxIncome: bigint;
}

/** Whether some amount of the item requires a card verification (domain 7). */
const asksVerification = ({ direction: { verification }, maxIncome }: Sides): boolean => requiresCardCheck(verification, maxIncome);

/** Conditions of the params: the rail, the rate type, the verification rule, and flags set by the owner. */
const RULES: Readonly<Record<RateParam, (sides: Sides) => boolean>> = {
  manual: ({ income, outcome }) => income.rail === 'manual' || outcome.rail === 'manual',
  juridical: ({ direction }) => direction.fileFlags.juridical,
  verifying: (sides) => sides.direction.fileFlags.verifying || (sides.income.kind !== 'card' && asksVerification(sides)),
  cardverify: (sides) => sides.income.kind === 'card' && asksVerification(sides),
  floating: ({ direction }) => direction.rateType === 'floating',
  otherin: ({ direction }) => direction.fileFlags.otherin,
  otherout: ({ direction }) => direction.fileFlags.otherout,
  reg: ({ direction }) => direction.fileFlags.reg,
  card2card: ({ direction }) => direction.fileFlags.card2card,
};

/** The params of an item of the rate file (domain 9). */
function paramsOf(sides: Sides): readonly RateParam[] {
  const params = RATE_PARAMS.filter((param) => RULES[param](sides));
  return params.length === 0 ? NONE : params;
}
const NONE: readonly RateParam[] = [];

/** Monitors treat slower payouts as delayed: banks that pay within the day, transfers abroad. */
const DELAYED_FROM_MINUTES = 60;

/** Minutes until the payout if it counts as delayed, else null. */
const delayOf = (minutes: number): string | null => (minutes >= DELAYED_FROM_MINUTES ? String(minutes) : null);

/** The owner's settings of the rate file. */
export interface RateFileSettings {
  /** Whether directions with a floating rate are listed and marked, or left out. */
  readonly floating: 'marked' | 'left_out';
  /** Whether limits are repeated under their names of format version 1.0. */
  readonly oldLimits: boolean;
}

export const DEFAULT_SETTINGS: RateFileSettings = { floating: 'marked', oldLimits: true };

/**
 * One item of the rate file, decimal strings. Rounded down to the outcome's precision, `to = (from-fromfee) x out/in - tofee` equals a
 * quote for amounts between `frommin` and `frommax`.
 */
export interface RateItem {
  readonly from: string;
  readonly to: string;
  readonly in: '1';
  readonly out: string;
  /** Available reserve. */
  readonly amount: string;
  readonly frommin: string;
  readonly frommax: string;
  readonly tomin: string;
  readonly tomax: string;
  readonly fromfee: string | null;
  readonly tofee: string | null;
  /** Minutes until a delayed payout. */
  readonly delay: string | null;
  /** The monitor's city code, for cash. */
  readonly city: string | null;
  readonly param: readonly RateParam[];
}

const feeText = (amount: bigint, scale: number): string | null => (amount > 0n ? formatAmount(amount, scale) : null);

/** Available reserve of the outcome, as amount and as text rounded to its precision. */
export interface AvailableReserve {
  readonly amount: bigint;
  readonly text: string;
}

/** The parts of an item that do not depend on market prices; cached while settings are unchanged. */
export interface FixedParts {
  readonly fixed: Pick<RateItem, 'from' | 'to' | 'in' | 'fromfee' | 'tofee' | 'delay' | 'city'>;
  /** Params of an item up to this income. */
  readonly paramUpTo: (maxIncome: bigint) => readonly RateParam[];
  /** Start of each XML item, and the elements before its params. */
  readonly xmlStart: string;
  readonly xmlBeforeParams: string;
}

const element = (name: string, text: string | null): string => (text === null ? '' : `<${name}>${text}</${name}>`);

/**
 * `minutes`: promised minutes of an exchange. Nothing needs escaping: codes are letters and digits (checked in `rate-lines.ts`), all
 * other texts are our own numbers and words.
 */
export function fixedPartsOf(
  prepared: Pick<PreparedDirection, 'direction' | 'income' | 'outcome'> & { readonly terms: { readonly networkFee: bigint } },
  minutes: number,
): FixedParts {
  const { direction, income, outcome, terms } = prepared;
  const fromfee = feeText(direction.incomeFeeFixed, income.scale);
  const tofee = feeText(fixedOutcomeFee({ direction, networkFee: terms.networkFee }), outcome.scale);
  const [delay, { city }] = [delayOf(minutes), direction.fileFlags];
  const sides = { direction, income, outcome };
  const constantParams = direction.verification.rule === 'above' ? null : paramsOf({ ...sides, maxIncome: 0n });
  return {
    fixed: { from: income.code, to: outcome.code, in: '1', fromfee, tofee, delay, city },
    paramUpTo: (maxIncome) => constantParams ?? paramsOf({ ...sides, maxIncome }),
    xmlStart: `<item><from>${income.code}</from><to>${outcome.code}</to><in>1</in><out>`,
    xmlBeforeParams: element('fromfee', fromfee) + element('tofee', tofee) + element('delay', delay) + element('city', city),
  };
}

/** The items of a direction: one per band of amounts with its own margin within the limits; none when nothing fits. */
export function rateItems(
  price: DirectionPrice,
  { availableReserve, fixedParts }: { readonly availableReserve: AvailableReserve; readonly fixedParts: FixedParts },
): readonly RateItem[] {
  const { minIncome, maxIncome } = incomeLimitsOf(price, availableReserve.amount);
  const { income, outcome } = price;
  const items: RateItem[] = [];
  for (const band of price.bands) {
    const from = band.fromIncome > minIncome ? band.fromIncome : minIncome;
    const to = band.toIncome !== null && band.toIncome < maxIncome ? band.toIncome : maxIncome;
    if (from > to) continue;
    const { fixed } = fixedParts;
    items.push({
      from: fixed.from,
      to: fixed.to,
      in: fixed.in,
      out: decimalText(band.rate),
      amount: availableReserve.text,
      frommin: formatAmount(from, income.scale),
      frommax: formatAmount(to, income.scale),
      tomin: formatAmount(outcomeFor(price, from), outcome.scale),
      tomax: formatAmount(outcomeFor(price, to), outcome.scale),
      fromfee: fixed.fromfee,
      tofee: fixed.tofee,
      delay: fixed.delay,
      city: fixed.city,
      param: fixedParts.paramUpTo(to),
    });
  }
  return items;
}

/** An item as XML. */
export function itemXml(item: RateItem, { xmlStart, xmlBeforeParams }: FixedParts, { oldLimits }: RateFileSettings): string {
  const { out, amount, frommin, frommax, tomin, tomax, param } = item;
  const params = param.length === 0 ? '' : `<param>${param.join(', ')}</param>`;
  // Readers of version 1.0 know the income limits only by these names
  const closing = oldLimits ? `<minamount>${frommin}</minamount><maxamount>${frommax}</maxamount></item>\n` : '</item>\n';
  return `${xmlStart}${out}</out><amount>${amount}</amount><frommin>${frommin}</frommin><frommax>${frommax}</frommax><tomin>${tomin}</tomin><tomax>${tomax}</tomax>${xmlBeforeParams}${params}${closing}`;
}

/** The XML items of a direction at a price. */
export function linesOf(price: DirectionPrice, { reserve, minutes }: { readonly reserve: bigint; readonly minutes: number }): string[] {
  if (price.direction.fileFlags.hiddenFromFile) return [];
  const fixedParts = fixedPartsOf({ ...price, terms: { networkFee: price.networkFee } }, minutes);
  const { outcome } = price;
  const availableReserve = { amount: reserve, text: formatAmount(roundDownToPrecision(reserve, outcome), outcome.scale) };
  return rateItems(price, { availableReserve, fixedParts }).map((item) => itemXml(item, fixedParts, DEFAULT_SETTINGS).trimEnd());
}

/**
 * The parts of a BestChange rate file, version 1.1 (domain 9), around its items; valid when empty. A comment marks invented prices: the
 * format has no element for them.
 */
export const ratesXml = (lines: readonly string[], about: { readonly is_demo: boolean }): readonly string[] => {
  const remark = about.is_demo ? '<!-- demonstration: these prices are invented -->\n' : '';
  return [`<?xml version="1.0" encoding="UTF-8"?>\n${remark}<rates>\n`, ...lines, '</rates>\n'];
};

/** The rate file as JSON, with the time of the prices and whether they are invented. */
export const ratesJson = (
  items: readonly RateItem[],
  about: { readonly taken_at: string | null; readonly is_demo: boolean },
): readonly string[] => [JSON.stringify({ version: '1.1', ...about, rates: items })];
