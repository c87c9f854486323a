import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Locale } from '#core/locale.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { type Card, readCards, readCardStatus, toCard } from './wire.ts';

/** How often a card that waits is asked for: its place in the queue moves without a word. */
const POLL_MS = 4_000;

export interface Cards {
  /** Newest first; null until they are read for the first time. */
  readonly list: readonly Card[] | null;
  /** The last reading was not answered; what was read before stands. */
  readonly isUnread: boolean;
  readonly add: (card: Card) => void;
  readonly remove: (id: string) => void;
}

const isWaitingCard = ({ status }: Card): boolean => status === 'pending' || status === 'processing';
const waits = (cards: readonly Card[] | null): boolean => cards === null || cards.some(isWaitingCard);

/** The cards with what became of those that waited; undefined where the list has to be read anew: nobody answers, or a card is gone. */
async function readWaiting(locale: Locale, cards: readonly Card[], signal: AbortSignal): Promise<readonly Card[] | undefined> {
  const answers = await Promise.all(cards.filter(isWaitingCard).map(async ({ id }) => await readCardStatus(locale, id, signal)));
  const read = new Map(answers.flatMap((answer) => (answer.ok ? [[answer.data.id, toCard(answer.data)] as const] : [])));
  return read.size === answers.length ? cards.map((card) => read.get(card.id) ?? card) : undefined;
}

interface Beginning {
  /** Where the cards are read again at once: something has happened. */
  readonly version?: number;
  /** As the page came with them. */
  readonly opened?: readonly Card[] | null;
}

/** The cards of an order or of the account, as they change. */
export function useCards(orderId: string | null, { version = 0, opened = null }: Beginning = {}): Cards {
  const { locale } = useWords();
  const [list, setList] = useState(opened);
  const [isUnread, setUnread] = useState(false);
  const [isAsked, ask] = useState(0);
  const isWaiting = waits(list);
  const latest = useRef(list);
  latest.current = list;
  const readOf = useRef<string>(undefined);
  const again = useEffectEvent(() => document.visibilityState === 'visible' && ask((times) => times + 1));
  useEffect(() => {
    const controller = new AbortController();
    const key = `${locale} ${orderId} ${version}`;
    // The list is read when it is another one, and at a look at a page where nothing waits; between that each waiting card is asked for
    const isSame = readOf.current === key;
    readOf.current = key;
    const read = async () => {
      const known = isSame && latest.current !== null && waits(latest.current) ? latest.current : undefined;
      const updated = known && (await readWaiting(locale, known, controller.signal));
      if (controller.signal.aborted) return;
      if (updated !== undefined) {
        setUnread(false);
        setList(updated);
        return;
      }
      const answer = await readCards(locale, orderId, controller.signal);
      if (controller.signal.aborted) return;
      setUnread(!answer.ok);
      if (answer.ok) setList(answer.data.map(toCard));
    };
    void read();
    return () => controller.abort();
  }, [locale, orderId, version, isAsked]);
  useEffect(() => {
    const look = () => void again();
    document.addEventListener('visibilitychange', look);
    const timer = isWaiting ? setInterval(look, POLL_MS) : undefined;
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWaiting]);
  return {
    list,
    isUnread,
    add: (card) => setList((present) => [card, ...(present ?? []).filter(({ id }) => id !== card.id)]),
    remove: (id) => setList((present) => (present ?? []).filter((card) => card.id !== id)),
  };
}
