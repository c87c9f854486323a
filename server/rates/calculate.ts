import { incomeFor, outcomeFor } from '#core/pricing/convert.ts';
import { limitsOf } from '#core/pricing/limits.ts';
import { price, type Priced } from '#core/pricing/price.ts';
import { suggestRounder } from '#core/pricing/suggest-amounts.ts';
import { QUOTE_SHOWN_MS, type Quote } from '#core/quote.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { compareShown, compareSlots, fittingSlot, slotServes, slotsNear } from '#core/slots/choose-slot.ts';
import type { Slot } from '#core/slots/slot.ts';
import type { Instant } from '#core/time.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { SlotBoard } from '#server/slots/load-slots.ts';
import { minutesOf } from './measured.ts';
import type { PayoutTimes } from './payout-times.ts';
import type { Board, PriceBoard } from './price-board.ts';
import type { Calculation, QuoteRefusal, QuoteRequest, SlotOffer } from './quotes.ts';
import { refuseSlot } from '#server/slots/order-slots.ts';
import { findSlots } from '#server/slots/find-slots.ts';

export interface CalculateDeps {
  readonly catalogue: Catalogue;
  readonly board: PriceBoard;
  readonly slots: Pick<SlotBoard, 'of'>;
  readonly times: Pick<PayoutTimes, 'of' | 'slowOf'>;
  readonly now: () => Instant;
}

/** As many slots as fit beside a form. */
const SHOWN_SLOTS = 5;

/** What is quoted now is shown for so long. */
export const aliveFrom = <Numbers>(numbers: Numbers, now: Instant) => ({ ...numbers, createdAt: now, expiresAt: now + QUOTE_SHOWN_MS });

/** The quote of priced amounts, alive from now on. */
export const quoteOf = (board: Board, priced: Priced, at: { readonly now: Instant; readonly slotId: string | null }): Quote =>
  aliveFrom(
    {
      incomeCode: board.price.income.code,
      outcomeCode: board.price.outcome.code,
      incomeAmount: priced.incomeAmount,
      outcomeAmount: priced.outcomeAmount,
      rate: priced.rate,
      rateType: board.price.direction.rateType,
      referenceRate: board.price.reference,
      fees: priced.fees,
      slotId: at.slotId,
      snapshotId: board.snapshot.id,
      isDemo: board.snapshot.isDemo,
    },
    at.now,
  );

const pairOf = ({ price: { direction } }: Board) => ({ incomeCode: direction.incomeCode, outcomeCode: direction.outcomeCode });

type Asked = Pick<QuoteRequest, 'side' | 'amount'>;

function calculateAt(deps: CalculateDeps, board: Board, asked: Asked, slot: Slot | null): Result<Calculation, QuoteRefusal> {
  const reserve = deps.catalogue.reserve(board.price.outcome.code);
  const priced = price(board.price, { side: asked.side, amount: asked.amount, reserve, slot });
  if (!priced.ok) return priced;
  return accept({
    quote: quoteOf(board, priced.value, { now: deps.now(), slotId: slot?.id ?? null }),
    price: board.price,
    limits: priced.value.limits,
    reserve,
    etaMinutes: minutesOf(deps.times, board.price.direction, slot),
    medianMinutes: deps.times.of({ ...pairOf(board), kind: slot?.kind ?? 'custom' }),
    slots: [],
    suggestions: slot?.outcomeAmount == null ? suggestRounder(board.price, priced.value.limits, { ...priced.value, side: asked.side }) : [],
  });
}

const outcomeAsked = (board: Board, asked: Asked): bigint =>
  asked.side === 'outcome' ? asked.amount : outcomeFor(board.price, asked.amount);

type Amounts = Pick<SlotOffer, 'incomeAmount' | 'outcomeAmount'>;

/** The amounts a slot would make: its own where it has one, the asked ones where it serves them, else none. */
function amountsOf(deps: CalculateDeps, slot: Slot, asked: Asked): Amounts {
  const board = deps.board.open(slot.incomeCode, slot.outcomeCode, slot.premiumPpm);
  if (!board.ok) return { incomeAmount: null, outcomeAmount: slot.outcomeAmount };
  const { price: slotPrice } = board.value;
  if (slot.outcomeAmount !== null) return { incomeAmount: incomeFor(slotPrice, slot.outcomeAmount), outcomeAmount: slot.outcomeAmount };
  if (!slotServes(slot, outcomeAsked(board.value, asked))) return { incomeAmount: null, outcomeAmount: null };
  const priced = price(slotPrice, { ...asked, reserve: deps.catalogue.reserve(slot.outcomeCode), slot });
  return { incomeAmount: priced.ok ? priced.value.incomeAmount : null, outcomeAmount: priced.ok ? priced.value.outcomeAmount : null };
}

const slotMinutes = ({ catalogue, times }: Pick<CalculateDeps, 'catalogue' | 'times'>, slot: Slot): number => {
  const direction = catalogue.direction(slot.incomeCode, slot.outcomeCode);
  return direction === undefined ? slot.etaMinutes : minutesOf(times, direction, slot);
};

const offerOf = (deps: CalculateDeps, slot: Slot, asked: Asked): SlotOffer => ({
  slot,
  ...amountsOf(deps, slot, asked),
  etaMinutes: slotMinutes(deps, slot),
  medianMinutes: deps.times.of(slot),
});

export const offersNear = (
  deps: CalculateDeps,
  slots: readonly Slot[],
  asked: Asked & { readonly outcomeAmount: bigint },
): readonly SlotOffer[] =>
  slotsNear(slots, asked.outcomeAmount, SHOWN_SLOTS)
    .toSorted(compareShown)
    .map((slot) => offerOf(deps, slot, { side: asked.side, amount: asked.amount }));

/** What the customer would get at a slot's own price; an exact slot pays its amount to whoever gives what it costs. */
function outcomeAt(deps: CalculateDeps, slot: Slot, asked: Asked): bigint | undefined {
  const board = deps.board.open(slot.incomeCode, slot.outcomeCode, slot.premiumPpm);
  if (!board.ok) return undefined;
  const isCost =
    asked.side === 'income' && slot.outcomeAmount !== null && incomeFor(board.value.price, slot.outcomeAmount) === asked.amount;
  return isCost ? (slot.outcomeAmount ?? undefined) : outcomeAsked(board.value, asked);
}

/** The calculation with the ready slot that the amount fits; undefined where none serves it. */
function calculateFitting(deps: CalculateDeps, request: QuoteRequest): Calculation | undefined {
  const { incomeCode, outcomeCode, side, amount, slotId } = request;
  const asked = { side, amount };
  const slots = deps.slots.of(incomeCode, outcomeCode);
  const slot = fittingSlot(slots, { outcomeAt: (one) => outcomeAt(deps, one, asked), preferredId: slotId ?? null });
  const board = slot && deps.board.open(incomeCode, outcomeCode, slot.premiumPpm);
  const calculated = slot && board?.ok ? calculateAt(deps, board.value, asked, slot) : undefined;
  return calculated?.ok ? calculated.value : undefined;
}

/** At the prices of the slot that the request names, or at those of the direction where it names none. */
async function calculateNamed(
  deps: CalculateDeps,
  db: Queryable,
  plain: Board,
  request: QuoteRequest,
): Promise<Result<Calculation, QuoteRefusal>> {
  const { incomeCode, outcomeCode, side, amount, slotId } = request;
  const slotsOfPair = slotId == null ? [] : await findSlots(db, request);
  const slot = slotsOfPair.find((one) => one.id === slotId);
  if (slotId != null && !slot) {
    const { scale } = plain.price.outcome;
    const minutes = (one: Slot) => slotMinutes(deps, one);
    return refuse(refuseSlot(slotsOfPair, { slotId, scale, outcomeAmount: outcomeAsked(plain, request), minutes }));
  }
  const board = slot ? deps.board.open(incomeCode, outcomeCode, slot.premiumPpm) : accept(plain);
  return board.ok ? calculateAt(deps, board.value, { side, amount }, slot ?? null) : board;
}

/** A fresh calculation (domain 3) at the newest prices, with the slot's premium and range. Refusals name the member in the way. */
export async function calculate(
  deps: CalculateDeps,
  db: Queryable,
  request: QuoteRequest & { readonly slots: 'near' | 'none' },
): Promise<Result<Calculation, QuoteRefusal>> {
  const { incomeCode, outcomeCode, side, amount } = request;
  const plain = deps.board.open(incomeCode, outcomeCode, 0);
  if (!plain.ok) return plain;
  const fitting = request.fitsSlot === true ? calculateFitting(deps, request) : undefined;
  const named = request.fitsSlot === true ? { ...request, slotId: null } : request;
  const calculated = fitting ? accept(fitting) : await calculateNamed(deps, db, plain.value, named);
  if (!calculated.ok || request.slots === 'none') return calculated;
  const { outcomeAmount } = calculated.value.quote;
  return accept({ ...calculated.value, slots: offersNear(deps, deps.slots.of(incomeCode, outcomeCode), { side, amount, outcomeAmount }) });
}

/** The best slot of a pair that can be used now, with both amounts: an exact slot's own, else the least that its range allows (domain 4). */
export function calculateFirst(
  deps: CalculateDeps,
  pair: { readonly incomeCode: string; readonly outcomeCode: string },
): Result<Calculation | null, 'direction_unavailable' | 'rate_unavailable'> {
  const open = deps.board.open(pair.incomeCode, pair.outcomeCode, 0);
  if (!open.ok) return open;
  const slots = deps.slots.of(pair.incomeCode, pair.outcomeCode).toSorted(compareSlots);
  for (const slot of slots) {
    const board = deps.board.open(pair.incomeCode, pair.outcomeCode, slot.premiumPpm);
    if (!board.ok) return board;
    const amount = slot.outcomeAmount ?? limitsOf(board.value.price, deps.catalogue.reserve(pair.outcomeCode), slot).minOutcome;
    const calculated = calculateAt(deps, board.value, { side: 'outcome', amount }, slot);
    if (calculated.ok)
      return accept({ ...calculated.value, slots: offersNear(deps, slots, { side: 'outcome', amount, outcomeAmount: amount }) });
  }
  return accept(null);
}
