import { incomeFor, outcomeFor } from '#core/pricing/convert.ts';
import { limitsOf } from '#core/pricing/limits.ts';
import { price, type Priced } from '#core/pricing/price.ts';
import { suggestRounder } from '#core/pricing/suggest-amounts.ts';
import { QUOTE_DISPLAY_MS, type Quote } from '#core/order/quote.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { compareForDisplay, compareSlots, fittingSlot, slotServes, nearestSlots, type Slot } from '#core/slots/slot.ts';
import type { Instant } from '#core/time.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findSlotsOfPair, type SlotBoard } from '#server/slots/load-slots.ts';
import { type ExchangeTime, exchangeTimeOf, type PayoutTimes } from './payout-time.ts';
import type { PricedDirection, PriceBoard } from './price-board.ts';
import type { Calculation, QuoteRefusal, QuoteRequest, SlotOffer } from './quotes.ts';
import { refuseSlot } from '#server/slots/order-slots.ts';

export interface CalculateDeps {
  readonly catalogue: Catalogue;
  readonly board: PriceBoard;
  readonly slots: Pick<SlotBoard, 'of'>;
  readonly times: Pick<PayoutTimes, 'of' | 'slowOf'>;
  readonly now: () => Instant;
}

/** Slots offered with a calculation. */
const MAX_OFFERS = 5;

/** Sets the validity of a quote, starting now. */
export const withValidity = <Values>(values: Values, now: Instant) => ({ ...values, createdAt: now, expiresAt: now + QUOTE_DISPLAY_MS });

/** The quote of a priced amount, valid from now. */
export const quoteOf = (
  pricedDirection: PricedDirection,
  priced: Priced,
  context: { readonly now: Instant; readonly slotId: string | null },
): Quote =>
  withValidity(
    {
      incomeCode: pricedDirection.price.income.code,
      outcomeCode: pricedDirection.price.outcome.code,
      incomeAmount: priced.incomeAmount,
      outcomeAmount: priced.outcomeAmount,
      rate: priced.rate,
      rateType: pricedDirection.price.direction.rateType,
      referenceRate: pricedDirection.price.reference,
      fees: priced.fees,
      slotId: context.slotId,
      snapshotId: pricedDirection.snapshot.id,
      isDemo: pricedDirection.snapshot.isDemo,
    },
    context.now,
  );

type RequestedAmount = Pick<QuoteRequest, 'side' | 'amount'>;

function calculateAt(
  deps: CalculateDeps,
  pricedDirection: PricedDirection,
  requested: RequestedAmount,
  slot: Slot | null,
): Result<Calculation, QuoteRefusal> {
  const reserve = deps.catalogue.reserve(pricedDirection.price.outcome.code);
  const priced = price(pricedDirection.price, { side: requested.side, amount: requested.amount, reserve, slot });
  if (!priced.ok) return priced;
  return accept({
    quote: quoteOf(pricedDirection, priced.value, { now: deps.now(), slotId: slot?.id ?? null }),
    price: pricedDirection.price,
    limits: priced.value.limits,
    reserve,
    ...exchangeTimeOf(deps.times, pricedDirection.price.direction, slot),
    slots: [],
    suggestions:
      slot?.outcomeAmount == null
        ? suggestRounder(pricedDirection.price, priced.value.limits, { ...priced.value, side: requested.side })
        : [],
  });
}

const requestedOutcome = (pricedDirection: PricedDirection, requested: RequestedAmount): bigint =>
  requested.side === 'outcome' ? requested.amount : outcomeFor(pricedDirection.price, requested.amount);

type Amounts = Pick<SlotOffer, 'incomeAmount' | 'outcomeAmount'>;

/** Amounts of an exchange through a slot: the slot's own amount, or the requested ones if the slot serves them, else null. */
function amountsOf(deps: CalculateDeps, slot: Slot, requested: RequestedAmount): Amounts {
  const pricedDirection = deps.board.priceOf(slot.incomeCode, slot.outcomeCode, slot.premiumPpm);
  if (!pricedDirection.ok) return { incomeAmount: null, outcomeAmount: slot.outcomeAmount };
  const { price: slotPrice } = pricedDirection.value;
  if (slot.outcomeAmount !== null) return { incomeAmount: incomeFor(slotPrice, slot.outcomeAmount), outcomeAmount: slot.outcomeAmount };
  if (!slotServes(slot, requestedOutcome(pricedDirection.value, requested))) return { incomeAmount: null, outcomeAmount: null };
  const priced = price(slotPrice, { ...requested, reserve: deps.catalogue.reserve(slot.outcomeCode), slot });
  return { incomeAmount: priced.ok ? priced.value.incomeAmount : null, outcomeAmount: priced.ok ? priced.value.outcomeAmount : null };
}

const slotTime = ({ catalogue, times }: Pick<CalculateDeps, 'catalogue' | 'times'>, slot: Slot): ExchangeTime => {
  const direction = catalogue.direction(slot.incomeCode, slot.outcomeCode);
  return direction === undefined ? { etaMinutes: slot.etaMinutes, medianMinutes: null } : exchangeTimeOf(times, direction, slot);
};

const offerOf = (deps: CalculateDeps, slot: Slot, requested: RequestedAmount): SlotOffer => ({
  slot,
  ...amountsOf(deps, slot, requested),
  ...slotTime(deps, slot),
});

const offersNear = (
  deps: CalculateDeps,
  slots: readonly Slot[],
  requested: RequestedAmount & { readonly outcomeAmount: bigint },
): readonly SlotOffer[] =>
  nearestSlots(slots, requested.outcomeAmount, MAX_OFFERS)
    .toSorted(compareForDisplay)
    .map((slot) => offerOf(deps, slot, { side: requested.side, amount: requested.amount }));

/** The outcome at the slot's own price. An exact slot pays its amount when the income equals its cost. */
function outcomeWithSlot(deps: CalculateDeps, slot: Slot, requested: RequestedAmount): bigint | undefined {
  const pricedDirection = deps.board.priceOf(slot.incomeCode, slot.outcomeCode, slot.premiumPpm);
  if (!pricedDirection.ok) return undefined;
  const isCost =
    requested.side === 'income' &&
    slot.outcomeAmount !== null &&
    incomeFor(pricedDirection.value.price, slot.outcomeAmount) === requested.amount;
  return isCost ? (slot.outcomeAmount ?? undefined) : requestedOutcome(pricedDirection.value, requested);
}

/** The calculation with the best fitting slot; undefined where no slot serves the amount. */
function calculateWithFittingSlot(deps: CalculateDeps, request: QuoteRequest): Calculation | undefined {
  const { incomeCode, outcomeCode, side, amount, slotId } = request;
  const requested = { side, amount };
  const slots = deps.slots.of(incomeCode, outcomeCode);
  const slot = fittingSlot(slots, { outcomeAt: (candidate) => outcomeWithSlot(deps, candidate, requested), preferredId: slotId ?? null });
  const pricedDirection = slot && deps.board.priceOf(incomeCode, outcomeCode, slot.premiumPpm);
  const calculated = slot && pricedDirection?.ok ? calculateAt(deps, pricedDirection.value, requested, slot) : undefined;
  return calculated?.ok ? calculated.value : undefined;
}

/** Calculates with the requested slot, or without a slot when none is requested. */
async function calculateWithRequestedSlot(
  deps: CalculateDeps,
  db: Queryable,
  basePrice: PricedDirection,
  request: QuoteRequest,
): Promise<Result<Calculation, QuoteRefusal>> {
  const { incomeCode, outcomeCode, side, amount, slotId } = request;
  const slotsOfPair = slotId == null ? [] : await findSlotsOfPair(db, request);
  const slot = slotsOfPair.find((candidate) => candidate.id === slotId);
  if (slotId != null && !slot) {
    const { scale } = basePrice.price.outcome;
    const minutes = (candidate: Slot) => slotTime(deps, candidate).etaMinutes;
    return refuse(refuseSlot(slotsOfPair, { slotId, scale, outcomeAmount: requestedOutcome(basePrice, request), minutes }));
  }
  const pricedDirection = slot ? deps.board.priceOf(incomeCode, outcomeCode, slot.premiumPpm) : accept(basePrice);
  return pricedDirection.ok ? calculateAt(deps, pricedDirection.value, { side, amount }, slot ?? null) : pricedDirection;
}

/** A calculation (domain 3) at the newest prices, with the slot's premium and range. Refusals name the field at fault. */
export async function calculate(
  deps: CalculateDeps,
  db: Queryable,
  request: QuoteRequest & { readonly slots: 'near' | 'none' },
): Promise<Result<Calculation, QuoteRefusal>> {
  const { incomeCode, outcomeCode, side, amount } = request;
  const basePrice = deps.board.priceOf(incomeCode, outcomeCode, 0);
  if (!basePrice.ok) return basePrice;
  const fitting = request.fitsSlot === true ? calculateWithFittingSlot(deps, request) : undefined;
  const effectiveRequest = request.fitsSlot === true ? { ...request, slotId: null } : request;
  const calculated = fitting ? accept(fitting) : await calculateWithRequestedSlot(deps, db, basePrice.value, effectiveRequest);
  if (!calculated.ok || request.slots === 'none') return calculated;
  const { outcomeAmount } = calculated.value.quote;
  return accept({ ...calculated.value, slots: offersNear(deps, deps.slots.of(incomeCode, outcomeCode), { side, amount, outcomeAmount }) });
}

/** The calculation of an existing quote at current prices; undefined if there is no rate any more. */
export function calculateForQuote(deps: CalculateDeps, quote: Quote): Calculation | undefined {
  const { incomeCode, outcomeCode, outcomeAmount } = quote;
  const slots = deps.slots.of(incomeCode, outcomeCode);
  const slot = slots.find(({ id }) => id === quote.slotId) ?? null;
  const priced = deps.board.priceEvenIfClosed(incomeCode, outcomeCode, slot?.premiumPpm ?? 0);
  if (!priced) return undefined;
  const reserve = deps.catalogue.reserve(outcomeCode);
  return {
    quote,
    price: priced.price,
    limits: limitsOf(priced.price, reserve, slot),
    reserve,
    ...exchangeTimeOf(deps.times, priced.price.direction, slot),
    slots: offersNear(deps, slots, { side: 'outcome', amount: outcomeAmount, outcomeAmount }),
    // An existing quote offers no other amounts
    suggestions: [],
  };
}

/** The best available slot of a pair with both amounts. A slot with a range is calculated at its minimum (domain 4). */
export function calculateFirstSlot(
  deps: CalculateDeps,
  pair: { readonly incomeCode: string; readonly outcomeCode: string },
): Result<Calculation | null, 'direction_unavailable' | 'rate_unavailable'> {
  const basePrice = deps.board.priceOf(pair.incomeCode, pair.outcomeCode, 0);
  if (!basePrice.ok) return basePrice;
  const slots = deps.slots.of(pair.incomeCode, pair.outcomeCode).toSorted(compareSlots);
  for (const slot of slots) {
    const pricedDirection = deps.board.priceOf(pair.incomeCode, pair.outcomeCode, slot.premiumPpm);
    if (!pricedDirection.ok) return pricedDirection;
    const amount = slot.outcomeAmount ?? limitsOf(pricedDirection.value.price, deps.catalogue.reserve(pair.outcomeCode), slot).minOutcome;
    const calculated = calculateAt(deps, pricedDirection.value, { side: 'outcome', amount }, slot);
    if (calculated.ok)
      return accept({ ...calculated.value, slots: offersNear(deps, slots, { side: 'outcome', amount, outcomeAmount: amount }) });
  }
  return accept(null);
}
