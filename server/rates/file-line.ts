import { formatAmount } from '#core/money/amount.ts';
import { roundDownToPrecision } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { prepareDirection, priceAt, referenceOf, type PreparedDirection } from '#core/pricing/direction-price.ts';
import { followsConditions, isOpenAt, isSameTerms, networkFeeOf, termsOf, type PriceTerms } from '#core/pricing/price-terms.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import { frameOf, itemXml, rateItems, type Frame, type Promised, type RateFileSettings, type RateItem } from './rate-file.ts';
import type { Snapshot } from '#server/market/snapshot.ts';
import type { Measured } from './measured.ts';

/** One direction of the file, and what its text was last made from: no reference, no text. */
export interface Line {
  readonly direction: Direction;
  readonly incomeAt: number;
  readonly outcomeAt: number;
  readonly isOpen: boolean;
  /** What an exchange is promised in. */
  readonly minutes: number;
  prepared: PreparedDirection | undefined;
  frame: Frame | undefined;
  reference: Fraction | undefined;
  reserve: bigint;
}

/** One side of many directions, read once for all of them. */
export interface Side {
  readonly system: PaymentSystem;
  readonly usd: Fraction | undefined;
  readonly networkFee: bigint;
  readonly reserve: bigint;
  readonly promised: Promised;
  /** Sides of one symbol share their references. */
  readonly symbolAt: number;
}

/** All that lines are made of at one moment. */
export interface LinesAt {
  readonly snapshot: Snapshot;
  readonly settings: RateFileSettings;
  readonly times: Measured;
}

export interface Round extends LinesAt {
  readonly sides: readonly Side[];
  readonly symbols: number;
  readonly references: References;
}

interface Reference {
  readonly incomeUsd: Fraction;
  readonly outcomeUsd: Fraction;
  readonly value: Fraction;
}
/** By both symbols; the same object for as long as neither price moves. */
export type References = (Reference | undefined)[];

/** Both sides of every direction at one moment: read once, not 22 000 times. */
export function sidesAt(catalogue: Catalogue, { prices, conditions }: Snapshot): Pick<Round, 'sides' | 'symbols'> {
  const systems = catalogue.paymentSystems();
  const symbols = [...new Set(systems.map((system) => system.marketSymbol))];
  const sides = systems.map((system): Side => {
    const reserve = catalogue.reserve(system.code);
    const promised = { amount: reserve, text: formatAmount(roundDownToPrecision(reserve, system), system.scale) };
    const usd = prices.get(system.marketSymbol);
    return {
      system,
      usd,
      networkFee: networkFeeOf(system, conditions),
      reserve,
      promised,
      symbolAt: symbols.indexOf(system.marketSymbol),
    };
  });
  return { sides, symbols: symbols.length };
}

function referenceIn({ references, symbols }: Round, income: Side, outcome: Side): Fraction | undefined {
  if (!(income.usd && outcome.usd)) return undefined;
  const at = income.symbolAt * symbols + outcome.symbolAt;
  const kept = references[at];
  if (kept?.incomeUsd === income.usd && kept.outcomeUsd === outcome.usd) return kept.value;
  const value = referenceOf(income.usd, outcome.usd);
  references[at] = { incomeUsd: income.usd, outcomeUsd: outcome.usd, value };
  return value;
}

const isShown = ({ isOpen, direction }: Line, { settings, snapshot }: Round): boolean =>
  isOpen && !(settings.floating === 'left_out' && direction.rateType === 'floating') && isOpenAt(direction, snapshot.conditions);

function termsAt({ direction, prepared }: Line, outcome: Side, { snapshot }: Round): PriceTerms {
  const stand = prepared !== undefined && !followsConditions(direction) && prepared.terms.networkFee === outcome.networkFee;
  return stand ? prepared.terms : termsOf(direction, outcome.system, snapshot.conditions);
}

/** The direction with settings and conditions worked in: the same object where they stand. */
function preparedAt(line: Line, terms: PriceTerms, [income, outcome]: readonly [Side, Side]): PreparedDirection {
  const { direction, prepared } = line;
  const stands = prepared?.income === income.system && prepared.outcome === outcome.system && isSameTerms(prepared.terms, terms);
  return stands ? prepared : prepareDirection({ direction, income: income.system, outcome: outcome.system, premiumPpm: 0, terms });
}

/** Brings a line up to date; its new text, or undefined where nothing that it is made of has changed. */
export function updateLine(line: Line, round: Round): string | undefined {
  const [income, outcome] = [round.sides[line.incomeAt], round.sides[line.outcomeAt]];
  const reference = income && outcome && isShown(line, round) ? referenceIn(round, income, outcome) : undefined;
  if (!(income && outcome && reference)) {
    const isGone = line.reference !== undefined;
    line.reference = undefined;
    return isGone ? '' : undefined;
  }
  const prepared = preparedAt(line, termsAt(line, outcome, round), [income, outcome]);
  const isFramed = line.prepared === prepared && line.frame !== undefined;
  if (isFramed && line.reference === reference && line.reserve === outcome.reserve) return undefined;
  const frame = isFramed && line.frame ? line.frame : frameOf(prepared, line.minutes);
  line.prepared = prepared;
  line.frame = frame;
  line.reference = reference;
  line.reserve = outcome.reserve;
  let text = '';
  for (const item of rateItems(priceAt(prepared, reference), { promised: outcome.promised, frame }))
    text += itemXml(item, frame, round.settings);
  return text;
}

/** What a line that is up to date says. */
export function itemsOf({ prepared, frame, reference, outcomeAt }: Line, { sides }: Round): readonly RateItem[] {
  const promised = sides[outcomeAt]?.promised;
  return prepared && frame && reference && promised ? rateItems(priceAt(prepared, reference), { promised, frame }) : [];
}
