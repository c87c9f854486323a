import type { Fraction } from '#core/money/fraction.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { prepareDirection, priceAt, referenceOf, type PreparedDirection } from '#core/pricing/direction-price.ts';
import { dependsOnConditions, isOpenAt, isSameTerms, networkFeeOf, termsOf, type PriceTerms } from '#core/pricing/price-terms.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import {
  availableReserveOf,
  fixedPartsOf,
  itemTexts,
  type AvailableReserve,
  type FileTexts,
  type FixedParts,
  type RateFileSettings,
} from './rate-file.ts';
import type { Snapshot } from '#server/market/snapshot.ts';
import type { MeasuredTimes } from './payout-time.ts';

/** One direction of the file and the values its texts were last made from; without a reference price they are empty. */
export interface FileEntry {
  readonly direction: Direction;
  readonly incomeIndex: number;
  readonly outcomeIndex: number;
  readonly isOpen: boolean;
  /** Promised minutes of an exchange. */
  readonly minutes: number;
  prepared: PreparedDirection | undefined;
  fixedParts: FixedParts | undefined;
  reference: Fraction | undefined;
  reserve: bigint;
}

/** A payment system as one side of many directions, read once for all of them. */
export interface Side {
  readonly system: PaymentSystem;
  readonly usd: Fraction | undefined;
  readonly networkFee: bigint;
  readonly reserve: bigint;
  readonly availableReserve: AvailableReserve;
  /** Sides with the same market symbol share reference prices. */
  readonly symbolIndex: number;
}

/** Inputs of all entries at one moment. */
export interface FileInputs {
  readonly snapshot: Snapshot;
  readonly settings: RateFileSettings;
  readonly times: MeasuredTimes;
  /** Whether the JSON is made besides the XML. */
  readonly withJson: boolean;
}

export interface UpdateRound extends FileInputs {
  readonly sides: readonly Side[];
  readonly symbols: number;
  readonly references: References;
}

interface Reference {
  readonly incomeUsd: Fraction;
  readonly outcomeUsd: Fraction;
  readonly value: Fraction;
}
/** By both symbols; the same object while neither price changes. */
export type References = (Reference | undefined)[];

/** All payment systems at one moment, read once instead of once per direction. */
export function readSides(catalogue: Catalogue, { prices, conditions }: Snapshot): Pick<UpdateRound, 'sides' | 'symbols'> {
  const systems = catalogue.paymentSystems();
  const symbols = [...new Set(systems.map((system) => system.marketSymbol))];
  const sides = systems.map((system): Side => {
    const reserve = catalogue.reserve(system.code);
    const availableReserve = availableReserveOf(system, reserve);
    const usd = prices.get(system.marketSymbol);
    return {
      system,
      usd,
      networkFee: networkFeeOf(system, conditions),
      reserve,
      availableReserve,
      symbolIndex: symbols.indexOf(system.marketSymbol),
    };
  });
  return { sides, symbols: symbols.length };
}

function cachedReference({ references, symbols }: UpdateRound, income: Side, outcome: Side): Fraction | undefined {
  if (!(income.usd && outcome.usd)) return undefined;
  const index = income.symbolIndex * symbols + outcome.symbolIndex;
  const cached = references[index];
  if (cached?.incomeUsd === income.usd && cached.outcomeUsd === outcome.usd) return cached.value;
  const value = referenceOf(income.usd, outcome.usd);
  references[index] = { incomeUsd: income.usd, outcomeUsd: outcome.usd, value };
  return value;
}

const isListed = ({ isOpen, direction }: FileEntry, { settings, snapshot }: UpdateRound): boolean =>
  isOpen && !(settings.floating === 'left_out' && direction.rateType === 'floating') && isOpenAt(direction, snapshot.conditions);

function currentTerms({ direction, prepared }: FileEntry, outcome: Side, { snapshot }: UpdateRound): PriceTerms {
  const isUnchanged = prepared !== undefined && !dependsOnConditions(direction) && prepared.terms.networkFee === outcome.networkFee;
  return isUnchanged ? prepared.terms : termsOf(direction, outcome.system, snapshot.conditions);
}

/** The direction prepared with settings and conditions; the same object while they are unchanged. */
function reuseOrPrepare(entry: FileEntry, terms: PriceTerms, [income, outcome]: readonly [Side, Side]): PreparedDirection {
  const { direction, prepared } = entry;
  const isUnchanged = prepared?.income === income.system && prepared.outcome === outcome.system && isSameTerms(prepared.terms, terms);
  return isUnchanged ? prepared : prepareDirection({ direction, income: income.system, outcome: outcome.system, premiumPpm: 0, terms });
}

const NO_ITEMS: FileTexts = { xml: '', json: '' };

/** Updates an entry; returns its new texts, or undefined when nothing has changed. */
export function updateEntry(entry: FileEntry, round: UpdateRound): FileTexts | undefined {
  const [income, outcome] = [round.sides[entry.incomeIndex], round.sides[entry.outcomeIndex]];
  const reference = income && outcome && isListed(entry, round) ? cachedReference(round, income, outcome) : undefined;
  if (!(income && outcome && reference)) {
    const wasListed = entry.reference !== undefined;
    entry.reference = undefined;
    return wasListed ? NO_ITEMS : undefined;
  }
  const prepared = reuseOrPrepare(entry, currentTerms(entry, outcome, round), [income, outcome]);
  const hasFixedParts = entry.prepared === prepared && entry.fixedParts !== undefined;
  if (hasFixedParts && entry.reference === reference && entry.reserve === outcome.reserve) return undefined;
  const fixedParts = hasFixedParts && entry.fixedParts ? entry.fixedParts : fixedPartsOf(prepared, entry.minutes);
  entry.prepared = prepared;
  entry.fixedParts = fixedParts;
  entry.reference = reference;
  entry.reserve = outcome.reserve;
  const { availableReserve } = outcome;
  const { settings, withJson } = round;
  return itemTexts(priceAt(prepared, reference), { availableReserve, fixedParts, settings, withJson });
}
