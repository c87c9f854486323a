import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Locale } from '#core/locale.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type Card, readCards, readCardStatus, toCard } from './cards.ts';

/** A pending card is polled: no event of the stream reports its queue position. */
const POLL_MS = 4_000;

export interface Cards {
  /** Newest first; null until loaded for the first time. */
  readonly list: readonly Card[] | null;
  /** The last load failed; `list` keeps the previous one. */
  readonly isLoadFailed: boolean;
  readonly add: (card: Card) => void;
  readonly remove: (id: string) => void;
}

const isPending = ({ status }: Card): boolean => status === 'pending' || status === 'processing';
const needsPolling = (cards: readonly Card[] | null): boolean => cards === null || cards.some(isPending);

/** The cards with the current status of the pending ones. Undefined if a request failed or a card is gone: the whole list must then be loaded. */
async function refreshPending(locale: Locale, cards: readonly Card[], signal: AbortSignal): Promise<readonly Card[] | undefined> {
  const responses = await Promise.all(cards.filter(isPending).map(async ({ id }) => await readCardStatus(locale, id, signal)));
  const updates = new Map(responses.flatMap((answer) => (answer.ok ? [[answer.data.id, toCard(answer.data)] as const] : [])));
  return updates.size === responses.length ? cards.map((card) => updates.get(card.id) ?? card) : undefined;
}

interface Options {
  /** The cards are loaded again when it changes. */
  readonly version?: number;
  /** Cards that the page was served with. */
  readonly initialCards?: readonly Card[] | null;
}

/** Cards of an order, or of the account (`orderId` null), kept up to date. */
export function useCards(orderId: string | null, { version = 0, initialCards = null }: Options = {}): Cards {
  const { locale } = useTranslation();
  const [list, setList] = useState(initialCards);
  const [isLoadFailed, setLoadFailed] = useState(false);
  const [reloads, reload] = useState(0);
  const isWaiting = needsPolling(list);
  const latest = useRef(list);
  latest.current = list;
  const loadedKey = useRef<string>(undefined);
  const reloadIfVisible = useEffectEvent(() => document.visibilityState === 'visible' && reload((times) => times + 1));
  useEffect(() => {
    const controller = new AbortController();
    const key = `${locale} ${orderId} ${version}`;
    // The whole list is loaded for a new key, or when the page becomes visible with no card pending; otherwise only pending cards are polled
    const isSame = loadedKey.current === key;
    loadedKey.current = key;
    const load = async () => {
      const current = isSame && latest.current !== null && needsPolling(latest.current) ? latest.current : undefined;
      const updated = current && (await refreshPending(locale, current, controller.signal));
      if (controller.signal.aborted) return;
      if (updated !== undefined) {
        setLoadFailed(false);
        setList(updated);
        return;
      }
      const response = await readCards(locale, orderId, controller.signal);
      if (controller.signal.aborted) return;
      setLoadFailed(!response.ok);
      if (response.ok) setList(response.data.map(toCard));
    };
    void load();
    return () => controller.abort();
  }, [locale, orderId, version, reloads]);
  useEffect(() => {
    const onTick = () => void reloadIfVisible();
    document.addEventListener('visibilitychange', onTick);
    const timer = isWaiting ? setInterval(onTick, POLL_MS) : undefined;
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onTick);
    };
  }, [isWaiting]);
  return {
    list,
    isLoadFailed,
    add: (card) => setList((current) => [card, ...(current ?? []).filter(({ id }) => id !== card.id)]),
    remove: (id) => setList((current) => (current ?? []).filter((card) => card.id !== id)),
  };
}
