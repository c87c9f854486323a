import { formatAmount } from '#core/money/amount.ts';
import { roundDownToPrecision } from '#core/money/decimals.ts';
import { outcomeFor } from '#core/pricing/convert.ts';
import { fixedOutcomeFee, type DirectionPrice, type PreparedDirection } from '#core/pricing/direction-price.ts';
import { incomeLimitsOf } from '#core/pricing/limits.ts';
import { decimalText } from '#core/pricing/plain-decimal.ts';
import { delayOf, paramsOf, type RateParam } from './file-params.ts';

/** What an owner says of his rate file. */
export interface RateFileSettings {
  /** Whether directions of a floating rate stand beside the fixed ones, marked as such, or are left out. */
  readonly floating: 'marked' | 'left_out';
  /** Whether the limits are said also under the names that version 1.0 of the format gave them. */
  readonly oldLimits: boolean;
}

export const PLAIN_RATE_FILE: RateFileSettings = { floating: 'marked', oldLimits: true };

/**
 * One line of the rate file: `to = (from - fromfee) x out / in - tofee`, rounded down to the outcome's precision, is what a quote gives
 * for every amount between `frommin` and `frommax`, to the last digit. Decimal strings.
 */
export interface RateItem {
  readonly from: string;
  readonly to: string;
  readonly in: '1';
  readonly out: string;
  /** What can be promised now. */
  readonly amount: string;
  readonly frommin: string;
  readonly frommax: string;
  readonly tomin: string;
  readonly tomax: string;
  readonly fromfee: string | null;
  readonly tofee: string | null;
  /** Minutes until a payout that is not soon. */
  readonly delay: string | null;
  /** The monitor's code of the city, for cash. */
  readonly city: string | null;
  readonly param: readonly RateParam[];
}

const feeText = (amount: bigint, scale: number): string | null => (amount > 0n ? formatAmount(amount, scale) : null);

/** What can be promised of the outcome, and the same in words that can be paid out. */
export interface Promised {
  readonly amount: bigint;
  readonly text: string;
}

/** What the lines of a direction say that no market moves: made once for as long as its settings stand. */
export interface Frame {
  readonly fixed: Pick<RateItem, 'from' | 'to' | 'in' | 'fromfee' | 'tofee' | 'delay' | 'city'>;
  /** The marks of a line up to this income. */
  readonly paramUpTo: (mostIncome: bigint) => readonly RateParam[];
  /** The beginning of each of its lines in XML, and what stands before the marks. */
  readonly head: string;
  readonly about: string;
}

const element = (name: string, text: string | null): string => (text === null ? '' : `<${name}>${text}</${name}>`);

/**
 * `minutes`: what an exchange is promised in. Codes are letters and digits (`rate-lines.ts` sees to it), the rest are numbers and words of
 * ours: nothing here needs escaping.
 */
export function frameOf(
  prepared: Pick<PreparedDirection, 'direction' | 'income' | 'outcome'> & { readonly terms: { readonly networkFee: bigint } },
  minutes: number,
): Frame {
  const { direction, income, outcome, terms } = prepared;
  const fromfee = feeText(direction.incomeFeeFixed, income.scale);
  const tofee = feeText(fixedOutcomeFee({ direction, networkFee: terms.networkFee }), outcome.scale);
  const [delay, { city }] = [delayOf(minutes), direction.fileFlags];
  const sides = { direction, income, outcome };
  const always = direction.verification.rule === 'above' ? null : paramsOf({ ...sides, mostIncome: 0n });
  return {
    fixed: { from: income.code, to: outcome.code, in: '1', fromfee, tofee, delay, city },
    paramUpTo: (mostIncome) => always ?? paramsOf({ ...sides, mostIncome }),
    head: `<item><from>${income.code}</from><to>${outcome.code}</to><in>1</in><out>`,
    about: element('fromfee', fromfee) + element('tofee', tofee) + element('delay', delay) + element('city', city),
  };
}

/** The lines of a direction: one for each band of amounts that has its own margin and lies within the limits; none when nothing fits. */
export function rateItems(
  price: DirectionPrice,
  { promised, frame }: { readonly promised: Promised; readonly frame: Frame },
): readonly RateItem[] {
  const { minIncome, maxIncome } = incomeLimitsOf(price, promised.amount);
  const { income, outcome } = price;
  const items: RateItem[] = [];
  for (const band of price.bands) {
    const from = band.fromIncome > minIncome ? band.fromIncome : minIncome;
    const to = band.toIncome !== null && band.toIncome < maxIncome ? band.toIncome : maxIncome;
    if (from > to) continue;
    const { fixed } = frame;
    items.push({
      from: fixed.from,
      to: fixed.to,
      in: fixed.in,
      out: decimalText(band.rate),
      amount: promised.text,
      frommin: formatAmount(from, income.scale),
      frommax: formatAmount(to, income.scale),
      tomin: formatAmount(outcomeFor(price, from), outcome.scale),
      tomax: formatAmount(outcomeFor(price, to), outcome.scale),
      fromfee: fixed.fromfee,
      tofee: fixed.tofee,
      delay: fixed.delay,
      city: fixed.city,
      param: frame.paramUpTo(to),
    });
  }
  return items;
}

/** One line in XML. */
export function itemXml(item: RateItem, { head, about }: Frame, { oldLimits }: RateFileSettings): string {
  const { out, amount, frommin, frommax, tomin, tomax, param } = item;
  const marks = param.length === 0 ? '' : `<param>${param.join(', ')}</param>`;
  // Readers of version 1.0 know the limits of the income side under these names only
  const old = oldLimits ? `<minamount>${frommin}</minamount><maxamount>${frommax}</maxamount></item>\n` : '</item>\n';
  return `${head}${out}</out><amount>${amount}</amount><frommin>${frommin}</frommin><frommax>${frommax}</frommax><tomin>${tomin}</tomin><tomax>${tomax}</tomax>${about}${marks}${old}`;
}

/** The lines of a direction as the file would have them at this price. */
export function linesOf(price: DirectionPrice, { reserve, minutes }: { readonly reserve: bigint; readonly minutes: number }): string[] {
  if (price.direction.fileFlags.hiddenFromFile) return [];
  const frame = frameOf({ ...price, terms: { networkFee: price.networkFee } }, minutes);
  const { outcome } = price;
  const promised = { amount: reserve, text: formatAmount(roundDownToPrecision(reserve, outcome), outcome.scale) };
  return rateItems(price, { promised, frame }).map((item) => itemXml(item, frame, PLAIN_RATE_FILE).trimEnd());
}

/** The parts of a BestChange rate file, version 1.1 (domain 9), around its lines; without any an empty and valid one. The format has no element for invented prices: a comment says so. */
export const ratesXml = (lines: readonly string[], about: { readonly is_demo: boolean }): readonly string[] => {
  const remark = about.is_demo ? '<!-- demonstration: these prices are invented -->\n' : '';
  return [`<?xml version="1.0" encoding="UTF-8"?>\n${remark}<rates>\n`, ...lines, '</rates>\n'];
};

/** The same lines as JSON, with the time of the prices and whether they are invented. */
export const ratesJson = (
  items: readonly RateItem[],
  about: { readonly taken_at: string | null; readonly is_demo: boolean },
): readonly string[] => [JSON.stringify({ version: '1.1', ...about, rates: items })];
