import type { Problem } from './ask.ts';
import { formatMoney } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { latePart } from '#web/shell/late-part.tsx';
import { limitsOf, maxReasonOf } from './limits.ts';
import { RateBoard } from './RateBoard.tsx';
import { gettable, givable, turned, withSide, type Calculation, type Pair, type Side, type System } from './systems.ts';
import { Tray } from './Tray.tsx';
import type { Quoted } from './use-quote.ts';

/** Comes when more is wanted than there is. */
const TellMe = latePart(async () => (await import('./TellMe.tsx')).TellMe);

const amountOn = (calculation: Calculation | null, side: Side): string =>
  (side === 'income' ? calculation?.income_amount : calculation?.outcome_amount) ?? '';

/** The rules behind an upper limit that a visitor can make something of. */
const LIMITED_BY: Readonly<
  Partial<Record<Calculation['limit_reasons']['max'], 'exchange.limit_reserve' | 'exchange.limit_slot' | 'exchange.limit_requisites'>>
> = {
  reserve: 'exchange.limit_reserve',
  requisites: 'exchange.limit_requisites',
  slot: 'exchange.limit_slot',
};

/** A rounder amount of this side, where one is near. */
function rounderOn(calculation: Calculation | null, side: Side): string | null {
  const found = calculation?.suggestions.find((one) => one.side === side);
  return (side === 'income' ? found?.income_amount : found?.outcome_amount) ?? null;
}

const OUTSIDE: Readonly<Record<string, 'too_small' | 'too_large'>> = {
  amount_below_minimum: 'too_small',
  amount_above_maximum: 'too_large',
};

/** The reserve is what is in the way: of all of it, or of more. */
const isShort = (quoted: Quoted): boolean =>
  (quoted.problem?.kind === 'refused' && quoted.problem.code === 'has_no_reserves') || maxReasonOf(quoted) === 'reserve';

/** Which tray a problem belongs to: the one it points at, else the one that was typed into. */
function problemAt(problem: Problem | null, typedSide: Side): Side | null {
  if (problem === null) return null;
  if (problem.kind === 'refused' && problem.field === 'outcome_amount') return 'outcome';
  if (problem.kind === 'refused' && problem.field === 'income_amount') return 'income';
  return typedSide;
}

export interface CounterProps {
  readonly systems: readonly System[];
  readonly pair: Pair;
  readonly quoted: Quoted;
  readonly onPair: (pair: Pair, start?: { readonly side: Side; readonly amount: string }) => void;
}

/** Two facing trays and the changer's board between them. */
export function Counter({ systems, pair, quoted, onPair }: CounterProps) {
  const { t, locale } = useWords();
  const { ask, calculation, problem } = quoted;
  const back = turned(systems, pair);
  const wrongSide = problemAt(problem, ask.side);
  const problemText = problem === null ? undefined : problem.kind === 'offline' ? t('exchange.offline') : problem.message;

  const tray = (side: Side) => {
    const limits = limitsOf(quoted, side);
    const maxReason = side === 'outcome' ? maxReasonOf(quoted) : null;
    const rule = maxReason === null ? undefined : LIMITED_BY[maxReason];
    const reason = rule === undefined ? null : t(rule);
    const isTyped = ask.side === side;
    return {
      side,
      isTyped,
      isRaw: isTyped && quoted.entry === 'typed',
      amount: isTyped ? ask.amount : problem?.kind === 'refused' || quoted.isForeign ? '' : amountOn(calculation, side),
      isStale: quoted.isStale,
      error: wrongSide === side ? problemText : undefined,
      outside: wrongSide === side && limits !== null && problem?.kind === 'refused' ? (OUTSIDE[problem.code] ?? null) : null,
      limits: limits === null ? null : { ...limits, reason },
      rounder: quoted.isStale || problem !== null ? null : rounderOn(calculation, side),
      onAmount: (amount: string, when: 'typed' | 'chosen') =>
        quoted.askFor(
          { ...ask, side, amount, slotId: (quoted.isStale ? ask.slotId : null) ?? calculation?.slot_id ?? null, fitsSlot: true },
          when,
        ),
    };
  };

  return (
    <div className="grid lg:grid-cols-[minmax(0,1fr)_14rem_minmax(0,1fr)]">
      <Tray
        {...tray('income')}
        system={pair.from}
        choices={givable(systems)}
        onSystem={(system) => onPair(withSide(systems, pair, { side: 'income', system }))}
      />
      <RateBoard
        pair={pair}
        calculation={calculation}
        isStale={quoted.isStale}
        isRefused={problem?.kind === 'refused' && problem.field !== null}
        endsAt={quoted.endsAt}
        onTurn={back === undefined ? null : () => onPair(back, { side: 'income', amount: amountOn(calculation, 'outcome') })}
      />
      <Tray
        {...tray('outcome')}
        system={pair.to}
        choices={gettable(systems, pair.from)}
        more={
          isShort(quoted) ? <TellMe pair={pair} amount={ask.side === 'outcome' ? ask.amount : amountOn(calculation, 'outcome')} /> : null
        }
        note={t('exchange.reserve', { amount: formatMoney(pair.to.reserve, pair.to, locale) })}
        onSystem={(system) => onPair(withSide(systems, pair, { side: 'outcome', system }))}
      />
    </div>
  );
}
