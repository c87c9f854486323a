import { PAIR_FIELDS } from './price-board.ts';
import { calculateFirstSlot, calculateFromIncome, calculateFromOutcome } from '#contract/public/rate-calculations.ts';
import { parseAmount, amountTextMessage } from '#core/money/amount.ts';
import { countryRefusal } from '#core/country/country-rules.ts';
import { refuseQuote } from '#core/order/admission.ts';
import { limitsOf } from '#core/pricing/limits.ts';
import { refuseAmount } from '#core/pricing/price.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { route, type Route, type Visitor } from '#server/platform/http/route.ts';
import { presentResource } from './present.ts';
import type { Calculation, QuoteRefusal } from './quotes.ts';

type RateDeps = Pick<Deps, 'db' | 'clock' | 'catalogue' | 'quotes' | 'shop' | 'limits' | 'countries'>;

interface Requester {
  readonly visitor: Visitor;
  readonly ip: string;
  readonly header: (name: string) => string | undefined;
}

/** Why a pair is not quoted: closed, or not available in the visitor's country; the same refusal as for an order (`admission.ts`). */
async function refusePair({ catalogue, countries }: RateDeps, body: CalculationBody, { visitor, ip, header }: Requester) {
  const [incomeCode, outcomeCode] = [body.income_payment_system_id, body.outcome_payment_system_id];
  const [income, outcome] = [catalogue.paymentSystem(incomeCode), catalogue.paymentSystem(outcomeCode)];
  const direction = catalogue.direction(incomeCode, outcomeCode);
  // A partner's server does not know its customers' countries
  const country = visitor.kind === 'partner' ? null : await countries.countryOf({ ip, header });
  const currencies = { income: income?.currency ?? '', outcome: outcome?.currency ?? '' };
  const countryRefused = countryRefusal(country, countries.rules(), { currencies, denied: direction?.deniedCountries ?? [] });
  const closing = catalogue.closing(incomeCode, outcomeCode);
  return refuseQuote({
    pair: { income, outcome, direction, closing, fields: PAIR_FIELDS },
    country: { refused: countryRefused, fields: PAIR_FIELDS },
  });
}

interface CalculationInput {
  readonly side: 'income' | 'outcome';
  readonly text: string;
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly slotId: string | null;
  readonly fitsSlot: boolean;
  readonly slots: 'near' | 'none';
}

/** Parses the amount and calculates. A text that is no amount is refused with the limits, like an amount outside them. */
async function calculateInput(deps: RateDeps, input: CalculationInput): Promise<Result<Calculation, QuoteRefusal>> {
  const price = deps.quotes.priceOf(input);
  if (!price.ok) return price;
  const { side } = input;
  const parsed = parseAmount(input.text, price.value[side]);
  if (parsed.ok) return deps.quotes.calculation(deps.db, { ...input, amount: parsed.minor });
  const limits = limitsOf(price.value, deps.catalogue.reserve(input.outcomeCode), null);
  const textRefusal = parsed.problem === 'not_a_number' ? {} : amountTextMessage(parsed.problem, price.value[side]);
  return refuse({ ...refuseAmount('not_allowed_amount', price.value, { side, limits }), ...textRefusal });
}

interface CalculationBody {
  readonly income_payment_system_id: string;
  readonly outcome_payment_system_id: string;
  readonly slot_id?: string | null | undefined;
  readonly fit_slot?: boolean | undefined;
}

/** Calculates from the amount of one side and the other request fields. */
async function calculationReply(
  deps: RateDeps,
  amountInput: Pick<CalculationInput, 'side' | 'text'>,
  call: Requester & { body: CalculationBody; query: { check_slots?: string | undefined } },
) {
  const { body, query } = call;
  const refusal = await refusePair(deps, body, call);
  if (refusal !== null) return refuse(refusal);
  const calculated = await calculateInput(deps, {
    ...amountInput,
    incomeCode: body.income_payment_system_id,
    outcomeCode: body.outcome_payment_system_id,
    slotId: body.slot_id ?? null,
    fitsSlot: body.fit_slot ?? false,
    slots: query.check_slots === 'true' ? 'near' : 'none',
  });
  return calculated.ok ? accept({ data: presentResource(deps, calculated.value) }) : calculated;
}

/** `POST /api/v1/rate_calculations/*` (spec 7). */
export function rateRoutes(deps: RateDeps): Route[] {
  return [
    route(calculateFromIncome, async (call) => await calculationReply(deps, { side: 'income', text: call.body.income_amount }, call)),
    route(calculateFromOutcome, async (call) => await calculationReply(deps, { side: 'outcome', text: call.body.outcome_amount }, call)),
    route(calculateFirstSlot, async (call) => {
      const { body } = call;
      const refusal = await refusePair(deps, body, call);
      if (refusal !== null) return refuse(refusal);
      const firstSlot = deps.quotes.firstSlot({ incomeCode: body.income_payment_system_id, outcomeCode: body.outcome_payment_system_id });
      if (!firstSlot.ok) return firstSlot;
      return accept({ data: firstSlot.value && presentResource(deps, firstSlot.value) });
    }),
  ];
}
