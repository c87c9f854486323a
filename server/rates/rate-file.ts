import { formatAmount } from '#core/money/amount.ts';
import { roundDownToPrecision } from '#core/money/decimals.ts';
import { outcomeFor } from '#core/pricing/convert.ts';
import { fixedOutcomeFee, type DirectionPrice } from '#core/pricing/direction-price.ts';
import { limitsOf } from '#core/pricing/limits.ts';
import { decimalText } from '#core/pricing/plain-decimal.ts';

/** The monitor's marks of a direction that we know of. */
export type RateParam = 'manual' | 'floating';

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
  readonly param: readonly RateParam[];
}

const feeText = (amount: bigint, scale: number): string | null => (amount > 0n ? formatAmount(amount, scale) : null);

function paramsOf(price: DirectionPrice): readonly RateParam[] {
  const isManual = price.income.rail === 'manual' || price.outcome.rail === 'manual';
  return [...(isManual ? (['manual'] as const) : []), ...(price.direction.rateType === 'floating' ? (['floating'] as const) : [])];
}

/** The lines of a direction: one for each band of amounts that has its own margin and lies within the limits; none when nothing fits. */
export function rateItems(price: DirectionPrice, reserve: bigint): readonly RateItem[] {
  const { income, outcome, direction } = price;
  const limits = limitsOf(price, reserve, null);
  const param = paramsOf(price);
  return price.bands.flatMap((band) => {
    const from = band.fromIncome > limits.minIncome ? band.fromIncome : limits.minIncome;
    const to = band.toIncome !== null && band.toIncome < limits.maxIncome ? band.toIncome : limits.maxIncome;
    if (from > to) return [];
    const item: RateItem = {
      from: income.code,
      to: outcome.code,
      in: '1',
      out: decimalText(band.rate),
      amount: formatAmount(roundDownToPrecision(reserve, outcome), outcome.scale),
      frommin: formatAmount(from, income.scale),
      frommax: formatAmount(to, income.scale),
      tomin: formatAmount(outcomeFor(price, from), outcome.scale),
      tomax: formatAmount(outcomeFor(price, to), outcome.scale),
      fromfee: feeText(direction.incomeFeeFixed, income.scale),
      tofee: feeText(fixedOutcomeFee(price), outcome.scale),
      param,
    };
    return [item];
  });
}

// Codes are letters and digits (the catalogue sees to it), the rest are numbers and words of ours: nothing here needs escaping.
function itemXml({ from, to, in: give, out, amount, frommin, frommax, tomin, tomax, fromfee, tofee, param }: RateItem): string {
  const rate = `<from>${from}</from><to>${to}</to><in>${give}</in><out>${out}</out><amount>${amount}</amount>`;
  const limits = `<frommin>${frommin}</frommin><frommax>${frommax}</frommax><tomin>${tomin}</tomin><tomax>${tomax}</tomax>`;
  const fees = (fromfee === null ? '' : `<fromfee>${fromfee}</fromfee>`) + (tofee === null ? '' : `<tofee>${tofee}</tofee>`);
  const flags = param.map((flag) => `<param>${flag}</param>`).join('');
  // Readers of version 1.0 know the limits of the income side under these names only.
  return `<item>${rate}${limits}${fees}${flags}<minamount>${frommin}</minamount><maxamount>${frommax}</maxamount></item>\n`;
}

/** BestChange rate file, version 1.1 (domain 9); without a rate an empty and valid one. The format has no element for invented prices: a comment says so. */
export const ratesXml = (items: readonly RateItem[], about: { readonly is_demo: boolean }): string => {
  const remark = about.is_demo ? '<!-- demonstration: these prices are invented -->\n' : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${remark}<rates>\n${items.map(itemXml).join('')}</rates>\n`;
};

/** The same lines as JSON, with the time of the prices and whether they are invented. */
export const ratesJson = (items: readonly RateItem[], about: { readonly taken_at: string | null; readonly is_demo: boolean }): string =>
  JSON.stringify({ version: '1.1', ...about, rates: items });
