import { useEffect } from 'react';
import { useWords } from '#web/i18n/use-words.ts';
import { Departures } from './Departures.tsx';
import { ExchangeForm } from './ExchangeForm.tsx';
import type { Opening } from './load-exchange.ts';
import { choosePair, type Pair, type Side } from './systems.ts';
import { useQuote } from './use-quote.ts';

/** The exchange page: the counter first, then the board of what is in stock. */
export function ExchangePage({ opening }: { readonly opening: Opening }) {
  const { t, to } = useWords();
  const { systems } = opening;
  const quoted = useQuote(opening);
  const { ask } = quoted;
  const pair = choosePair(systems, { from: ask.from, to: ask.to });
  const address = to(`/exchange/${ask.from}/${ask.to}`);
  const amount = quoted.calculation !== null && !quoted.isStale ? quoted.calculation.income_amount : null;
  useAddress(ask.from === opening.ask.from && ask.to === opening.ask.to && amount === opening.ask.amount ? null : address, amount);
  if (pair === undefined) return null;

  const onPair = (next: Pair, start?: { readonly side: Side; readonly amount: string }) => {
    const usable = start === undefined || start.amount === '' ? { side: ask.side, amount: ask.amount } : start;
    const isSameSide = usable.side === 'income' ? next.from.id === pair.from.id : next.to.id === pair.to.id;
    const fitting = isSameSide || start !== undefined ? usable : fit(usable, next);
    quoted.askFor({ from: next.from.id, to: next.to.id, ...fitting, slotId: null }, 'chosen');
  };
  return (
    <div className="mx-auto max-w-[72rem] px-4 pt-6 pb-16 sm:px-6 md:pt-10">
      <h1 className="mb-5 text-xl leading-7 font-semibold text-balance md:text-2xl md:leading-8">
        {t('web.exchange.title', { from: pair.from.name, to: pair.to.name })}
      </h1>
      <ExchangeForm systems={systems} pair={pair} quoted={quoted} onPair={onPair} />
      <Departures
        systems={systems}
        fromId={pair.from.id}
        onChoose={(system) => {
          const next = choosePair(systems, { from: pair.from.id, to: system.id });
          if (next !== undefined) onPair(next);
          globalThis.scrollTo({ top: 0 });
        }}
      />
    </div>
  );
}

/** An amount that makes no sense in the new currency (50 000 of bitcoin) gives way to the least that is taken. */
function fit(start: { readonly side: Side; readonly amount: string }, next: Pair): { side: Side; amount: string } {
  const system = start.side === 'income' ? next.from : next.to;
  const digits = (text: string): number =>
    text
      .replace(/[.,].*$/, '')
      .replace(/\D/g, '')
      .replace(/^0+/, '').length;
  const isAbove = digits(start.amount) > digits(system.max_amount);
  const isBelow = digits(start.amount) < digits(system.min_amount);
  return { side: start.side, amount: isAbove || isBelow ? system.min_amount : start.amount };
}

/** Keeps the address in step with the form, so that a reload, a link or the other language opens the same numbers. */
function useAddress(address: string | null, amount: string | null): void {
  useEffect(() => {
    if (address === null) return;
    const url = amount === null ? address : `${address}?amount=${encodeURIComponent(amount)}`;
    globalThis.history.replaceState(globalThis.history.state, '', url);
  }, [address, amount]);
}
