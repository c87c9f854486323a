import { useEffect, useRef, useState } from 'react';
import { useActionData } from 'react-router';
import { Notice } from '#ui/Notice.tsx';
import { Unbroken } from '#ui/Unbroken.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { BreakNotice, useBreak } from './BreakNotice.tsx';
import { Announcement } from './Announcement.tsx';
import { Departures } from './Departures.tsx';
import { CountryNotice } from './CountryNotice.tsx';
import { ExchangeForm } from './ExchangeForm.tsx';
import { HistoryPlace } from './HistoryPlace.tsx';
import type { Opening } from './load-exchange.ts';
import type { NotCreated } from './not-created.ts';
import { choosePair, type Pair, type Side, withSide } from './systems.ts';
import { useCatalogue } from './use-catalogue.ts';
import { usePlace } from './use-place.ts';
import { type Quoted, useQuote } from './use-quote.ts';

/** The exchange page: the counter first, then the board of what is in stock. */
export function ExchangePage({ opening }: { readonly opening: Opening }) {
  const { t, to } = useWords();
  const { systems, whole } = useCatalogue(opening.systems);
  const posted = useActionData<NotCreated>();
  const quoted = useQuote(posted?.again?.asked ?? opening.asked);
  const latest = useRef(quoted);
  latest.current = quoted;
  const { ask } = quoted;
  const isRefused = quoted.problem?.kind === 'refused' && quoted.problem.code === 'direction_unavailable';
  const techBreak = useBreak(opening.techBreak, { pair: { from: ask.from, to: ask.to }, isRefused });
  const [changed, setChanged] = useState<Change | null>(opening.isSubstitute ? 'substitute' : null);
  const pair = choosePair(systems, { from: ask.from, to: ask.to });
  const { offered, closed } = usePlace(systems, pair);
  useAddress(to(`/exchange/${ask.from}/${ask.to}`), quoted, opening);
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
  return (
    <div className="mx-auto max-w-[72rem] px-4 pt-6 pb-16 sm:px-6 md:pt-10">
      <h1 className="mb-5 text-xl leading-7 font-semibold text-balance md:text-2xl md:leading-8">
        <Unbroken text={t('exchange.title', { from: pair.from.name, to: pair.to.name })} />
      </h1>
      <p role="status" className="-mt-3 mb-2 min-h-6 text-sm leading-6 font-medium text-time">
        {changed === null ? null : t(`exchange.changed.${changed}`, { from: pair.from.name, to: pair.to.name })}
      </p>
      {posted?.again?.isUnseen === true ? (
        <div className="mb-5">
          <Notice tone="time" role="status" title={t('exchange.form.unseen_title')}>
            {t('exchange.form.unseen')}
          </Notice>
        </div>
      ) : null}
      {techBreak === null ? null : <BreakNotice found={techBreak} />}
      {closed === null ? null : <CountryNotice closed={closed} />}
      <Announcement pair={pair} quoted={quoted} />
      <ExchangeForm systems={offered} pair={pair} quoted={quoted} posted={posted} onPair={(next, start) => void onPair(next, start)} />
      <HistoryPlace pair={pair} />
      <Departures
        systems={offered}
        fromId={pair.from.id}
        onChoose={(system) => {
          void onPair(withSide(systems, pair, { side: 'outcome', system }));
          globalThis.scrollTo({ top: 0 });
        }}
      />
    </div>
  );
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
