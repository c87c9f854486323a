import { formatAtMost } from '#core/format/amount.ts';
import type { QuoteProblem } from './fetch-quote.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { latePart } from '#web/loading/late-part.tsx';
import { RateBoard } from './RateBoard.tsx';
import {
  outcomeSystemsFor,
  incomeSystems,
  reversedPair,
  changeSide,
  type Calculation,
  type Pair,
  type Side,
  type System,
} from '#web/catalogue/systems.ts';
import { Tray, type TrayLimits } from './Tray.tsx';
import type { LiveQuote } from './use-quote.ts';

type QuoteState = Pick<LiveQuote, 'calculation' | 'problem'>;

/** Limits of one side, from the refusal or the calculation; null: unknown. */
export function limitsOf({ calculation, problem }: QuoteState, side: Side): Omit<TrayLimits, 'reason'> | null {
  const limits = problem?.kind === 'refused' ? { ...calculation, ...problem.limits } : calculation;
  const [min, max] =
    side === 'income' ? [limits?.min_income_amount, limits?.max_income_amount] : [limits?.min_outcome_amount, limits?.max_outcome_amount];
  return min === undefined || max === undefined ? null : { min, max };
}

/** Cause of the upper limit shown; null for a limit from a refusal, whose cause is unknown. */
export function maxReasonOf(quote: QuoteState): Calculation['limit_reasons']['max'] | null {
  const { calculation } = quote;
  return calculation !== null && limitsOf(quote, 'outcome')?.max === calculation.max_outcome_amount ? calculation.limit_reasons.max : null;
}

/** Loaded when the requested amount exceeds the reserve. */
const ReserveRequestLink = latePart(async () => (await import('./ReserveRequestLink.tsx')).ReserveRequestLink);

const amountOn = (calculation: Calculation | null, side: Side): string =>
  (side === 'income' ? calculation?.income_amount : calculation?.outcome_amount) ?? '';

/** Messages for the causes of an upper limit that mean something to a customer. */
const MAX_REASON_KEYS: Readonly<
  Partial<Record<Calculation['limit_reasons']['max'], 'exchange.limit_reserve' | 'exchange.limit_slot' | 'exchange.limit_requisites'>>
> = {
  reserve: 'exchange.limit_reserve',
  requisites: 'exchange.limit_requisites',
  slot: 'exchange.limit_slot',
};

/** A rounder amount near the current one; null: none. */
function suggestedAmountOn(calculation: Calculation | null, side: Side): string | null {
  const suggestion = calculation?.suggestions.find((item) => item.side === side);
  return (side === 'income' ? suggestion?.income_amount : suggestion?.outcome_amount) ?? null;
}

const OUTSIDE_LIMITS: Readonly<Record<string, 'too_small' | 'too_large'>> = {
  amount_below_minimum: 'too_small',
  amount_above_maximum: 'too_large',
};

/** Whether the reserve limits the amount, or is empty. */
const lacksReserve = (quote: LiveQuote): boolean =>
  (quote.problem?.kind === 'refused' && quote.problem.code === 'has_no_reserves') || maxReasonOf(quote) === 'reserve';

/** Side that shows a problem: the one the refusal names, else the edited one. */
function errorSideOf(problem: QuoteProblem | null, editedSide: Side): Side | null {
  if (problem === null) return null;
  if (problem.kind === 'refused' && problem.field === 'outcome_amount') return 'outcome';
  if (problem.kind === 'refused' && problem.field === 'income_amount') return 'income';
  return editedSide;
}

export interface CounterProps {
  readonly systems: readonly System[];
  readonly pair: Pair;
  readonly quote: LiveQuote;
  readonly onPair: (pair: Pair, initialAmount?: { readonly side: Side; readonly amount: string }) => void;
}

/** Amount fields of both sides, with the rate between them. */
export function Counter({ systems, pair, quote, onPair }: CounterProps) {
  const { t, locale } = useTranslation();
  const { request, calculation, problem } = quote;
  const reversed = reversedPair(systems, pair);
  const errorSide = errorSideOf(problem, request.side);
  const errorText = problem === null ? undefined : problem.kind === 'offline' ? t('exchange.offline') : problem.message;

  const trayProps = (side: Side) => {
    const limits = limitsOf(quote, side);
    const maxReason = side === 'outcome' ? maxReasonOf(quote) : null;
    const reasonKey = maxReason === null ? undefined : MAX_REASON_KEYS[maxReason];
    const reason = reasonKey === undefined ? null : t(reasonKey);
    const isEdited = request.side === side;
    return {
      side,
      exchange: { systems, pair, onPair },
      isEdited,
      showsRawInput: isEdited && quote.amountSource === 'typed',
      amount: isEdited ? request.amount : problem?.kind === 'refused' || quote.isForOtherAmount ? '' : amountOn(calculation, side),
      isStale: quote.isStale,
      error: errorSide === side ? errorText : undefined,
      outside: errorSide === side && limits !== null && problem?.kind === 'refused' ? (OUTSIDE_LIMITS[problem.code] ?? null) : null,
      limits: limits === null ? null : { ...limits, reason },
      suggestedAmount: quote.isStale || problem !== null ? null : suggestedAmountOn(calculation, side),
      onAmount: (amount: string, source: 'typed' | 'chosen') =>
        quote.setRequest(
          { ...request, side, amount, slotId: (quote.isStale ? request.slotId : null) ?? calculation?.slot_id ?? null, fitsSlot: true },
          source,
        ),
    };
  };

  return (
    <div className="grid lg:grid-cols-[minmax(0,1fr)_14rem_minmax(0,1fr)]">
      <Tray
        {...trayProps('income')}
        system={pair.from}
        choices={incomeSystems(systems)}
        onSystem={(system) => onPair(changeSide(systems, pair, { side: 'income', system }))}
      />
      <RateBoard
        pair={pair}
        calculation={calculation}
        isStale={quote.isStale}
        isRefused={problem?.kind === 'refused' && problem.field !== null}
        endsAt={quote.endsAt}
        onReverse={reversed === undefined ? null : () => onPair(reversed, { side: 'income', amount: amountOn(calculation, 'outcome') })}
      />
      <Tray
        {...trayProps('outcome')}
        system={pair.to}
        choices={outcomeSystemsFor(systems, pair.from)}
        extra={
          lacksReserve(quote) ? (
            <ReserveRequestLink pair={pair} amount={request.side === 'outcome' ? request.amount : amountOn(calculation, 'outcome')} />
          ) : null
        }
        note={t('exchange.reserve', { amount: formatAtMost(pair.to.reserve, pair.to, locale) })}
        onSystem={(system) => onPair(changeSide(systems, pair, { side: 'outcome', system }))}
      />
    </div>
  );
}
