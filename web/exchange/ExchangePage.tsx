import { useCallback, useEffect, useRef, useState } from 'react';
import { useActionData, type MetaDescriptor } from 'react-router';
import { pairPath } from '#core/link/pair-path.ts';
import { Notice } from '#ui/Notice.tsx';
import { Unbroken } from '#ui/Unbroken.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { affects, requestDelayMs } from '#web/live/availability.ts';
import { useAvailability } from '#web/live/use-availability.ts';
import { latePart } from '#web/loading/late-part.tsx';
import { ExchangeForm } from './ExchangeForm.tsx';
import type { ExchangeData, ClosedData, NoPairData } from './load-exchange.ts';
import type { OrderFailure } from './order-failure.ts';
import { choosePair, findPair, type Pair, type Side, type System } from '#web/catalogue/systems.ts';
import { useBreak } from './use-break.ts';
import { useCatalogue } from './use-catalogue.ts';
import { useRestrictions } from './use-restrictions.ts';
import { type LiveQuote, useQuote } from './use-quote.ts';
import { pageMeta } from '#web/head/page-meta.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

/* Rendered by the server, hydrated after the form. */
const Facts = latePart(async () => (await import('#web/board/Facts.tsx')).Facts);
const HowItGoes = latePart(async () => (await import('#web/board/HowItGoes.tsx')).HowItGoes);
const Board = latePart(async () => (await import('#web/board/Board.tsx')).Board);
const ClosedPage = latePart(async () => (await import('./ClosedPage.tsx')).ClosedPage);
const NoPairPage = latePart(async () => (await import('./ClosedPage.tsx')).NoPairPage);
const RateHistorySection = latePart(async () => (await import('./RateHistorySection.tsx')).RateHistorySection);
const PairFactsSection = latePart(async () => (await import('#web/pairs/LazyPairFacts.tsx')).LazyPairFacts);
/** Not needed before the amounts change. */
const AboveForm = latePart(async () => (await import('./AboveForm.tsx')).AboveForm);
/* Rarely shown. */
const BreakNotice = latePart(async () => (await import('./BreakNotice.tsx')).BreakNotice);
const CountryNotice = latePart(async () => (await import('./BreakNotice.tsx')).CountryNotice);

/** The exchange page: form, board of the available systems, rate history, facts about the pair. */
function ExchangePage({ initial }: { readonly initial: ExchangeData }) {
  const { t, to } = useTranslation();
  const { systems, loadAll } = useCatalogue(initial.systems);
  const postFailure = useActionData<OrderFailure>();
  const isPaused = useRef(false);
  const quote = useQuote(postFailure?.returnedForm?.quoteResult ?? initial.quoteResult, isPaused);
  const latest = useRef(quote);
  latest.current = quote;
  const { request } = quote;
  const isRefused = quote.problem?.kind === 'refused' && quote.problem.code === 'direction_unavailable';
  const techBreak = useBreak(initial.techBreak, { pair: { from: request.from, to: request.to }, isRefused });
  isPaused.current = techBreak !== null;
  useAvailability((availability) => {
    if (affects(availability, request.from, request.to)) quote.refresh(requestDelayMs(availability));
  });
  const [change, setChange] = useState<PairChange | null>(initial.isSubstitute ? 'substitute' : null);
  const pair = useDisplayedPair(systems, request);
  const { offered, restriction } = useRestrictions(systems, pair);
  useQuoteUrl(to(pairPath(request.from, request.to)), quote, initial);
  const selectPair = useRef<(newPair: Pair) => void>(null);
  // Stable identity: a changed prop would make the board hydrate before its scripts are loaded
  const selectFromBoard = useCallback((newPair: Pair) => {
    selectPair.current?.(newPair);
    globalThis.scrollTo({ top: 0 });
  }, []);
  if (pair === undefined) return null;

  const onPair = async (newPair: Pair, initialAmount?: InitialAmount) => {
    // No response: the pair stays, and its quote request shows the lost connection
    if ((await loadAll()) === undefined) return latest.current.setRequest(latest.current.request, 'chosen');
    setChange(initialAmount === undefined ? changeOf(pair, newPair) : null);
    // Input made while the catalogue was loading is kept
    const currentQuote = latest.current;
    currentQuote.setRequest(
      {
        from: newPair.from.id,
        to: newPair.to.id,
        ...(initialAmount ?? initialAmountOf(currentQuote, pair, newPair)),
        slotId: null,
        fitsSlot: true,
      },
      'chosen',
    );
  };
  selectPair.current = (newPair) => void onPair(newPair);
  const { calculation } = quote;
  return (
    <div className="mx-auto max-w-[72rem] px-4 pt-1 pb-16 sm:px-6 md:pt-8">
      <h1 className="text-lg leading-6 font-semibold text-balance md:text-2xl md:leading-8">
        <Unbroken text={t('exchange.title', { from: pair.from.name, to: pair.to.name })} />
      </h1>
      <p className="mt-0.5 text-sm leading-5 text-muted md:mt-1 md:text-base md:leading-6">
        {/* Without a calculation: the text that holds for both rate types */}
        {t(`exchange.line.${calculation?.rate_type ?? 'floating'}`, { count: calculation?.payment_minutes ?? 0 })}
      </p>
      {initial.facts === null ? null : <Facts initialFacts={initial.facts} />}
      <p role="status" className="my-0.5 text-sm leading-6 max-md:empty:my-0 font-medium text-time md:min-h-6">
        {change === null ? null : t(`exchange.changed.${change}`, { from: pair.from.name, to: pair.to.name })}
      </p>
      <PageNotices
        noticeKey={noticeKeyOf(postFailure)}
        techBreak={techBreak}
        isBreakRendered={initial.techBreak !== null}
        isPairClosed={isRefused}
      />
      {restriction === null ? null : <CountryNotice restriction={restriction} />}
      <AboveForm pair={pair} quote={quote} openOrder={initial.openOrder} />
      <ExchangeForm
        systems={offered}
        pair={pair}
        quote={quote}
        postFailure={postFailure}
        closed={techBreak?.scope ?? (isRefused ? 'pair' : null)}
        onPair={(newPair, initialAmount) => void onPair(newPair, initialAmount)}
      />
      {calculation === null ? null : (
        <HowItGoes payer={pair.from.name} receiver={pair.to.name} minutes={calculation.eta_minutes} rateType={calculation.rate_type} />
      )}
      <Board systems={offered} fromId={pair.from.id} toId={pair.to.id} initialRows={initial.board} onChoose={selectFromBoard} />
      <RateHistorySection pair={pair} />
      <PairFactsSection pair={pair} />
    </div>
  );
}

interface PageNoticesProps {
  /** Message key of what a form sent without scripts is refused for. */
  readonly noticeKey: ReturnType<typeof noticeKeyOf>;
  readonly techBreak: ReturnType<typeof useBreak>;
  /** The server rendered the page with the break. */
  readonly isBreakRendered: boolean;
  readonly isPairClosed: boolean;
}

/** Why the form cannot be sent now. */
function PageNotices({ noticeKey, techBreak, isBreakRendered, isPairClosed }: PageNoticesProps) {
  const { t } = useTranslation();
  return (
    <>
      {noticeKey === null ? null : (
        <div className="mb-5">
          <Notice tone="time" role="status" title={t(`exchange.form.${noticeKey}_title`)}>
            {t(`exchange.form.${noticeKey}`)}
          </Notice>
        </div>
      )}
      {techBreak === null ? null : <BreakNotice techBreak={techBreak} position={isBreakRendered ? 'within' : 'above'} />}
      {techBreak === null && isPairClosed ? (
        <div className="mb-6">
          <Notice tone="time" role="status" title={t('exchange.break.pair_title')}>
            {t('exchange.break.what_to_do')}
          </Notice>
        </div>
      ) : null}
    </>
  );
}

/** The pair of the quote request. A pair that closes during input stays, and the page reports it closed. */
function useDisplayedPair(systems: readonly System[], { from, to }: LiveQuote['request']): Pair | undefined {
  const lastPair = useRef<Pair>(undefined);
  const previous = lastPair.current?.from.id === from && lastPair.current.to.id === to ? lastPair.current : undefined;
  lastPair.current = findPair(systems, { from, to }) ?? previous ?? choosePair(systems, { from, to });
  return lastPair.current;
}

/** A form sent without scripts reloads at the top of the page, so its result is shown there. */
function noticeKeyOf(postFailure: OrderFailure | undefined): 'unseen' | 'unanswered' | null {
  if (postFailure?.returnedForm === undefined) return null;
  if (!postFailure.isSettled) return 'unanswered';
  return postFailure.returnedForm.isQuoteUnseen ? 'unseen' : null;
}

/** Effect of choosing one side on the other; `substitute`: the requested pair was not available at load. */
type PairChange = 'turned' | 'both' | 'substitute';

function changeOf(pair: Pair, newPair: Pair): PairChange | null {
  if (newPair.from.id === pair.to.id && newPair.to.id === pair.from.id) return 'turned';
  return newPair.from.id !== pair.from.id && newPair.to.id !== pair.to.id ? 'both' : null;
}

interface InitialAmount {
  readonly side: Side;
  readonly amount: string;
}

/** Amount for the new pair: the amount of the side whose system stays, preferably the edited one. */
function initialAmountOf({ request, calculation }: LiveQuote, pair: Pair, newPair: Pair): InitialAmount {
  const keptSide: Side | null = newPair.from.id === pair.from.id ? 'income' : newPair.to.id === pair.to.id ? 'outcome' : null;
  if (keptSide === request.side || calculation === null || keptSide === null) return { side: request.side, amount: request.amount };
  return { side: keptSide, amount: keptSide === 'income' ? calculation.income_amount : calculation.outcome_amount };
}

/** Writes the pair and amount into the URL, so that a reload, a link or the other language opens the same quote. */
function useQuoteUrl(path: string, { request, calculation, isStale }: LiveQuote, { quoteResult }: ExchangeData): void {
  const isInitial =
    request.from === quoteResult.request.from &&
    request.to === quoteResult.request.to &&
    request.side === quoteResult.request.side &&
    request.amount === quoteResult.request.amount;
  const isCurrent = calculation !== null && !isStale;
  const query = request.side === 'income' ? `amount=${calculation?.income_amount ?? ''}` : `get=${calculation?.outcome_amount ?? ''}`;
  const url = isInitial ? null : isCurrent ? `${path}?${query}` : path;
  useEffect(() => {
    if (url !== null) globalThis.history.replaceState(globalThis.history.state, '', url);
  }, [url]);
}

/** Exchange page of a URL, or a page with the nearest pairs, or the notice of a break. */
export function ExchangeScreen({ loaded }: { readonly loaded: ExchangeData | NoPairData | ClosedData }) {
  if (loaded.kind === 'closed') return <ClosedPage closed={loaded} />;
  return loaded.kind === 'open' ? <ExchangePage initial={loaded} /> : <NoPairPage noPair={loaded} />;
}

/** Title and description of an exchange page, naming its pair. */
export function exchangeMeta(loaded: ExchangeData | NoPairData | ClosedData | undefined, pathname: string): MetaDescriptor[] {
  const t = translatorOf(localeOf(pathname));
  const unlisted = (title: string) => [{ title: t('shell.titled', { title }) }, { name: 'robots', content: 'noindex' }];
  if (loaded?.kind === 'no_pair') {
    const names = { from: loaded.requested.from.name, to: loaded.requested.to.name };
    return unlisted(t(loaded.isClosed ? 'exchange.no_pair.closed_title' : 'exchange.no_pair.title', names));
  }
  if (loaded?.kind === 'closed') return unlisted(t(loaded.pair === null ? 'exchange.break.closed' : 'exchange.break.pair_closed'));
  const name = (id: string | undefined): string => loaded?.systems.find((system) => system.id === id)?.name ?? '';
  const names = { from: name(loaded?.fromId), to: name(loaded?.toId) };
  return pageMeta({ title: t('exchange.page_title', names), description: t('exchange.description', names) });
}
