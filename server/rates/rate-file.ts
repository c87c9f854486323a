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

/** The files, or one direction's items, in each of their formats. */
export type FileKind = 'xml' | 'json';
export type FileTexts = Readonly<Record<FileKind, string>>;

/** Available reserve of the outcome, as amount, and as the text of each format between the rate and the first limit. */
export interface AvailableReserve {
  readonly amount: bigint;
  readonly texts: FileTexts;
}

/** `reserve`: minor units. It is shown rounded to the outcome's precision. */
export function availableReserveOf(outcome: PaymentSystem, reserve: bigint): AvailableReserve {
  const text = formatAmount(roundDownToPrecision(reserve, outcome), outcome.scale);
  return {
    amount: reserve,
    texts: { xml: `</out><amount>${text}</amount><frommin>`, json: `","amount":"${text}","frommin":"` },
  };
}

/** The parts of an item that do not depend on market prices; cached while settings are unchanged. */
export interface FixedParts {
  /** An item before its rate. A JSON item starts with the comma behind the one before. */
  readonly start: FileTexts;
  /** What follows the amounts of an item up to this income. */
  readonly endUpTo: (maxIncome: bigint) => FileTexts;
}

const element = (name: string, text: string | null): string => (text === null ? '' : `<${name}>${text}</${name}>`);

/** The properties of an object without its braces. */
const properties = (object: Partial<RateItem>): string => JSON.stringify(object).slice(1, -1);

/**
 * `minutes`: promised minutes of an exchange. Nothing needs escaping in XML: codes are letters and digits (checked in `rate-lines.ts`), all
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
  const fees = element('fromfee', fromfee) + element('tofee', tofee) + element('delay', delay) + element('city', city);
  const end = (maxIncome: bigint): FileTexts => {
    const param = paramsOf({ direction, income, outcome, maxIncome });
    return {
      xml: `</tomax>${fees}${element('param', param.length === 0 ? null : param.join(', '))}`,
      json: `",${properties({ fromfee, tofee, delay, city, param })}}`,
    };
  };
  const constantEnd = direction.verification.rule === 'above' ? null : end(0n);
  return {
    start: {
      xml: `<item><from>${income.code}</from><to>${outcome.code}</to><in>1</in><out>`,
      json: `,{${properties({ from: income.code, to: outcome.code, in: '1' })},"out":"`,
    },
    endUpTo: (maxIncome) => constantEnd ?? end(maxIncome),
  };
}

interface ItemContext {
  readonly availableReserve: AvailableReserve;
  readonly fixedParts: FixedParts;
  readonly settings: RateFileSettings;
  /** Otherwise the JSON is empty. */
  readonly withJson: boolean;
}

/**
 * The items of a direction: one per band of amounts with its own margin within the limits; empty texts when nothing fits. Both formats are
 * made together: calculating and formatting the amounts costs more than either text.
 */
export function itemTexts(price: DirectionPrice, { availableReserve, fixedParts, settings, withJson }: ItemContext): FileTexts {
  const { minIncome, maxIncome } = incomeLimitsOf(price, availableReserve.amount);
  const { income, outcome } = price;
  const { start, endUpTo } = fixedParts;
  const reserve = availableReserve.texts;
  let [xml, json] = ['', ''];
  for (const band of price.bands) {
    const from = band.fromIncome > minIncome ? band.fromIncome : minIncome;
    const to = band.toIncome !== null && band.toIncome < maxIncome ? band.toIncome : maxIncome;
    if (from > to) continue;
    const out = decimalText(band.rate);
    const frommin = formatAmount(from, income.scale);
    const frommax = formatAmount(to, income.scale);
    const tomin = formatAmount(outcomeFor(price, from), outcome.scale);
    const tomax = formatAmount(outcomeFor(price, to), outcome.scale);
    const end = endUpTo(to);
    // Readers of version 1.0 know the income limits only by these names
    const oldLimits = settings.oldLimits ? `<minamount>${frommin}</minamount><maxamount>${frommax}</maxamount>` : '';
    xml += `${start.xml}${out}${reserve.xml}${frommin}</frommin><frommax>${frommax}</frommax><tomin>${tomin}</tomin><tomax>${tomax}${end.xml}${oldLimits}</item>\n`;
    if (withJson)
      json += `${start.json}${out}${reserve.json}${frommin}","frommax":"${frommax}","tomin":"${tomin}","tomax":"${tomax}${end.json}`;
  }
  return { xml, json };
}

/** The XML items of a direction at a price. */
export function linesOf(price: DirectionPrice, { reserve, minutes }: { readonly reserve: bigint; readonly minutes: number }): string[] {
  if (price.direction.fileFlags.hiddenFromFile) return [];
  const fixedParts = fixedPartsOf({ ...price, terms: { networkFee: price.networkFee } }, minutes);
  const availableReserve = availableReserveOf(price.outcome, reserve);
  return itemTexts(price, { availableReserve, fixedParts, settings: DEFAULT_SETTINGS, withJson: false }).xml.split('\n').slice(0, -1);
}

/**
 * The parts of a BestChange rate file, version 1.1 (domain 9), around its items; valid when empty. A comment marks invented prices: the
 * format has no element for them.
 */
export const ratesXml = (lines: readonly string[], about: { readonly is_demo: boolean }): readonly string[] => {
  const remark = about.is_demo ? '<!-- demonstration: these prices are invented -->\n' : '';
  return [`<?xml version="1.0" encoding="UTF-8"?>\n${remark}<rates>\n`, ...lines, '</rates>\n'];
};

/** The rate file as JSON around its items, with the time of the prices and whether they are invented. */
export function ratesJson(
  lines: readonly string[],
  about: { readonly taken_at: string | null; readonly is_demo: boolean },
): readonly string[] {
  const empty = JSON.stringify({ version: '1.1', ...about, rates: [] });
  const [first = '', ...rest] = lines.filter((line) => line !== '');
  // The first item has nothing before its comma
  return [empty.slice(0, -2), first.slice(1), ...rest, ']}'];
}
