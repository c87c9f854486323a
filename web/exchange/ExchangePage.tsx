import { useCallback, useEffect, useRef, useState } from 'react';
import { useActionData } from 'react-router';
import { pairPath } from '#core/pair-path.ts';
import { Notice } from '#ui/Notice.tsx';
import { Unbroken } from '#ui/Unbroken.tsx';
import { Board, Facts, HowItGoes } from '#web/board/late.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { affects, askDelayMs } from '#web/live/availability.ts';
import { useAvailability } from '#web/live/use-availability.ts';
import { latePart } from '#web/shell/late-part.tsx';
import { ExchangeForm } from './ExchangeForm.tsx';
import type { Opening } from './load-exchange.ts';
import type { NotCreated } from './not-created.ts';
import { choosePair, namedPair, type Pair, type Side, type System } from './systems.ts';
import { useBreak } from './use-break.ts';
import { useCatalogue } from './use-catalogue.ts';
import { usePlace } from './use-place.ts';
import { type Quoted, useQuote } from './use-quote.ts';

/* What stands below the counter. */
const HistoryPlace = latePart(async () => (await import('./HistoryPlace.tsx')).HistoryPlace);
const PairPlace = latePart(async () => (await import('#web/pairs/LazyPairFacts.tsx')).LazyPairFacts);
/** Says nothing before the numbers change. */
const Announcement = latePart(async () => (await import('./Announcement.tsx')).Announcement);
/* What most pages never show. */
const BreakNotice = latePart(async () => (await import('./BreakNotice.tsx')).BreakNotice);
const CountryNotice = latePart(async () => (await import('./CountryNotice.tsx')).CountryNotice);

/** The exchange page: the counter first, then the board of what is in stock. */
export function ExchangePage({ opening }: { readonly opening: Opening }) {
  const { t, to } = useWords();
  const { systems, whole } = useCatalogue(opening.systems);
  const posted = useActionData<NotCreated>();
  const isHeld = useRef(false);
  const quoted = useQuote(posted?.again?.asked ?? opening.asked, isHeld);
  const latest = useRef(quoted);
  latest.current = quoted;
  const { ask } = quoted;
  const isRefused = quoted.problem?.kind === 'refused' && quoted.problem.code === 'direction_unavailable';
  const techBreak = useBreak(opening.techBreak, { pair: { from: ask.from, to: ask.to }, isRefused });
  isHeld.current = techBreak !== null;
  useAvailability((news) => {
    if (affects(news, ask.from, ask.to)) quoted.refresh(askDelayMs(news));
  });
  const [changed, setChanged] = useState<Change | null>(opening.isSubstitute ? 'substitute' : null);
  const pair = useShownPair(systems, ask);
  const { offered, closed } = usePlace(systems, pair);
  useAddress(to(pairPath(ask.from, ask.to)), quoted, opening);
  const taken = useRef<(next: Pair) => void>(null);
  // Always the same: the board waits for its own scripts as long as it is told nothing new
  const onBoard = useCallback((next: Pair) => {
    taken.current?.(next);
    globalThis.scrollTo({ top: 0 });
  }, []);
  if (pair === undefined) return null;

  const onPair = async (next: Pair, start?: Start) => {
    // Nobody answers: the pair stays, and its own question says so until somebody does
    if ((await whole()) === undefined) return latest.current.askFor(latest.current.ask, 'chosen');
    setChanged(start === undefined ? changeOf(pair, next) : null);
    // What was typed while the catalogue was on its way stays as it was typed
    const present = latest.current;
    present.askFor(
      { from: next.from.id, to: next.to.id, ...(start ?? startOf(present, pair, next)), slotId: null, fitsSlot: true },
      'chosen',
    );
  };
  taken.current = (next) => void onPair(next);
  const { calculation } = quoted;
  // A form sent without scripts comes back at the top of its page: what became of it is said there
  const told = posted?.again === undefined ? null : posted.isSettled ? (posted.again.isUnseen ? 'unseen' : null) : 'unanswered';
  return (
    <div className="mx-auto max-w-[72rem] px-4 pt-1 pb-16 sm:px-6 md:pt-8">
      <h1 className="text-lg leading-6 font-semibold text-balance md:text-2xl md:leading-8">
        <Unbroken text={t('exchange.title', { from: pair.from.name, to: pair.to.name })} />
      </h1>
      <p className="mt-0.5 text-sm leading-5 text-muted md:mt-1 md:text-base md:leading-6">
        {/* Of a pair without numbers only that is said which holds of either kind of rate */}
        {t(`exchange.line.${calculation?.rate_type ?? 'floating'}`, { count: calculation?.payment_minutes ?? 0 })}
      </p>
      {opening.facts === null ? null : <Facts initialFacts={opening.facts} />}
      <p role="status" className="my-0.5 text-sm leading-6 max-md:empty:my-0 font-medium text-time md:min-h-6">
        {changed === null ? null : t(`exchange.changed.${changed}`, { from: pair.from.name, to: pair.to.name })}
      </p>
      {told === null ? null : (
        <div className="mb-5">
          <Notice tone="time" role="status" title={t(`exchange.form.${told}_title`)}>
            {t(`exchange.form.${told}`)}
          </Notice>
        </div>
      )}
      {techBreak === null ? null : <BreakNotice found={techBreak} place={opening.techBreak === null ? 'above' : 'within'} />}
      {techBreak === null && isRefused ? (
        <div className="mb-6">
          <Notice tone="time" role="status" title={t('exchange.break.pair_title')}>
            {t('exchange.break.what_to_do')}
          </Notice>
        </div>
      ) : null}
      {closed === null ? null : <CountryNotice closed={closed} />}
      <Announcement pair={pair} quoted={quoted} />
      <ExchangeForm
        systems={offered}
        pair={pair}
        quoted={quoted}
        posted={posted}
        closed={techBreak?.scope ?? (isRefused ? 'pair' : null)}
        onPair={(next, start) => void onPair(next, start)}
      />
      {calculation === null ? null : (
        <HowItGoes payer={pair.from.name} receiver={pair.to.name} minutes={calculation.eta_minutes} rateType={calculation.rate_type} />
      )}
      <Board systems={offered} fromId={pair.from.id} toId={pair.to.id} initialRows={opening.board} onChoose={onBoard} />
      <HistoryPlace pair={pair} />
      <PairPlace pair={pair} />
    </div>
  );
}

/** The pair that is asked about: what closes while somebody types keeps its place, and the page says that it is closed. */
function useShownPair(systems: readonly System[], { from, to }: Quoted['ask']): Pair | undefined {
  const last = useRef<Pair>(undefined);
  const before = last.current?.from.id === from && last.current.to.id === to ? last.current : undefined;
  last.current = namedPair(systems, { from, to }) ?? before ?? choosePair(systems, { from, to });
  return last.current;
}

/** What a choice of one side did to the other. */
type Change = 'turned' | 'both' | 'substitute';

function changeOf(pair: Pair, next: Pair): Change | null {
  if (next.from.id === pair.to.id && next.to.id === pair.from.id) return 'turned';
  return next.from.id !== pair.from.id && next.to.id !== pair.to.id ? 'both' : null;
}

export interface Start {
  readonly side: Side;
  readonly amount: string;
}

/** Whichever amount stays in its currency stays: the one asked for where it can, else the other. */
function startOf({ ask, calculation }: Quoted, pair: Pair, next: Pair): Start {
  const staying: Side | null = next.from.id === pair.from.id ? 'income' : next.to.id === pair.to.id ? 'outcome' : null;
  if (staying === ask.side || calculation === null || staying === null) return { side: ask.side, amount: ask.amount };
  return { side: staying, amount: staying === 'income' ? calculation.income_amount : calculation.outcome_amount };
}

/** Keeps the address in step with the form, so that a reload, a link or the other language opens the same numbers. */
function useAddress(path: string, { ask, calculation, isStale }: Quoted, { asked }: Opening): void {
  const isOpening =
    ask.from === asked.ask.from && ask.to === asked.ask.to && ask.side === asked.ask.side && ask.amount === asked.ask.amount;
  const isKnown = calculation !== null && !isStale;
  const query = ask.side === 'income' ? `amount=${calculation?.income_amount ?? ''}` : `get=${calculation?.outcome_amount ?? ''}`;
  const address = isOpening ? null : isKnown ? `${path}?${query}` : path;
  useEffect(() => {
    if (address !== null) globalThis.history.replaceState(globalThis.history.state, '', address);
  }, [address]);
}
