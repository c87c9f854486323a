import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { barePath } from '#web/i18n/locale.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { useBackCloses } from '#web/shell/use-back-closes.ts';
import { noteUsed } from './kept-talk.ts';
import { orderOf } from './order-of.ts';
import { followTalks } from './talk-live.ts';
import { TalkView } from './TalkView.tsx';
import { readHere, type Reading } from './talk-wire.ts';

await loadMessages('chat');

interface LateChatProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onUnread: (count: number) => void;
}

interface Opened {
  readonly orderId: string | undefined;
  readonly reading: Reading | null;
}

/** From here on the panel stands beside the page; below it lies over it. */
const BESIDE = '(min-width: 45rem)';

/** Which talk a page opens with: its order's where the order is this visitor's, else his own. */
async function openTalk(locale: 'ru' | 'en', orderId: string | undefined): Promise<Opened> {
  const reading = await readHere(locale, { orderId });
  if (reading !== undefined || orderId === undefined) return { orderId, reading: reading ?? null };
  return { orderId: undefined, reading: (await readHere(locale, { orderId: undefined })) ?? null };
}

/** Says in the page's own title that something came. */
function useTitleMark(unread: number): void {
  useEffect(() => {
    const mark = () => {
      const bare = document.title.replace(/^\(\d+\) /, '');
      const wanted = unread > 0 ? `(${unread}) ${bare}` : bare;
      if (document.title !== wanted) document.title = wanted;
    };
    mark();
    const title = document.querySelector('title');
    if (title === null) return;
    // The page names itself anew as its order moves on
    const watch = new MutationObserver(mark);
    watch.observe(title, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  }, [unread]);
}

interface PanelProps {
  /** The order whose page it opened on; undefined elsewhere. */
  readonly orderId: string | undefined;
  readonly onClose: () => void;
}

/** Which other talks there are, each a step away. */
function OtherTalks({ opened, onChoose }: { readonly opened: Opened; readonly onChoose: (orderId: string | null) => void }) {
  const { t } = useWords();
  const others = opened.reading?.meta.talks.filter((talk) => (talk.order_id ?? undefined) !== opened.orderId) ?? [];
  const isGeneralMissing = opened.orderId !== undefined && others.every((talk) => talk.order_id !== null);
  const all = isGeneralMissing ? [{ order_id: null, unread: 0 }, ...others] : others;
  if (all.length === 0) return null;
  return (
    <ul className="flex shrink-0 gap-4 overflow-x-auto px-4 pb-1 text-sm whitespace-nowrap">
      {all.map((talk) => (
        <li key={talk.order_id ?? ''}>
          <button type="button" className="link min-h-6" onClick={() => onChoose(talk.order_id)}>
            {talk.order_id === null ? t('chat.general') : t('chat.of_order', { id: talk.order_id.slice(0, 6) })}
            {talk.unread > 0 ? ` (${talk.unread})` : ''}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** One talk, opened; another one is another of these. */
function OpenTalk({ orderId, onChoose }: { readonly orderId: string | undefined; readonly onChoose: (orderId: string | null) => void }) {
  const { t, locale } = useWords();
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    noteUsed();
    const left = new AbortController();
    const open = async () => {
      const next = await openTalk(locale, orderId);
      if (!left.signal.aborted) setOpened(next);
    };
    void open();
    return () => left.abort();
  }, [locale, orderId]);
  if (opened === null) return <p className="flex-1 px-4 py-6 text-muted">{t('chat.opening')}</p>;
  return (
    <>
      <OtherTalks opened={opened} onChoose={onChoose} />
      <TalkView orderId={opened.orderId} opened={opened.reading} />
    </>
  );
}

/** The panel: over the page on a telephone, beside it where there is room. */
function Panel({ orderId, onClose }: PanelProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<string | null | undefined>();
  const dialog = useRef<HTMLDialogElement>(null);
  const wanted = chosen === null ? undefined : (chosen ?? orderId);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const before = document.activeElement;
    if (globalThis.matchMedia(BESIDE).matches) element.show();
    else element.showModal();
    return () => {
      element.close();
      // The panel is off the page by now, and what was focused in it
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  useBackCloses(true, onClose);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="chat-title"
      className="fixed inset-0 z-20 m-0 h-dvh max-h-none w-full max-w-none flex-col border-line bg-paper text-ink open:flex md:top-auto md:right-4 md:bottom-4 md:left-auto md:h-[min(40rem,calc(100dvh-2rem))] md:w-96 md:rounded-tray md:border print:hidden"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="flex shrink-0 items-center justify-between px-4 pt-2">
        <h2 id="chat-title" className="text-lg font-semibold">
          {t('chat.title')}
        </h2>
        <button
          type="button"
          aria-label={t('shell.close')}
          className="-mr-2 grid size-11 place-items-center rounded-tray hover:bg-well"
          onClick={onClose}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
            <path d="m2 2 12 12M14 2 2 14" stroke="currentColor" strokeWidth="1.8" />
          </svg>
        </button>
      </div>
      <OpenTalk key={wanted ?? ''} orderId={wanted} onChoose={setChosen} />
    </dialog>
  );
}

/** Tells how much is new in all of this visitor's talks, while nobody reads them. */
function useNews(isOpen: boolean, onUnread: (count: number) => void): void {
  const isOwn = /^\/(?:order|account)/.test(barePath(useLocation().pathname));
  const { locale } = useWords();
  const [unread, setUnread] = useState(0);
  const [hasTalks, setHasTalks] = useState(false);
  useTitleMark(isOpen ? 0 : unread);
  const told = useEffectEvent((count: number) => {
    setUnread(count);
    onUnread(count);
  });
  const look = useEffectEvent(async () => {
    const reading = await readHere(locale, { orderId: undefined });
    if (reading == null) return;
    setHasTalks(reading.meta.talks.length > 0);
    told(reading.meta.talks.reduce((sum, talk) => sum + talk.unread, 0));
  });
  // While the panel is open its talk looks for itself
  useEffect(() => (isOpen ? undefined : followTalks(() => void look(), hasTalks || isOwn)), [isOpen, hasTalks, isOwn]);
}

/** The talks of this visitor beside any page: what is new in them, and the panel they are read in. */
export function LateChat({ isOpen, onClose, onUnread }: LateChatProps) {
  const orderId = orderOf(barePath(useLocation().pathname));
  useNews(isOpen, onUnread);
  return isOpen ? <Panel orderId={orderId} onClose={onClose} /> : null;
}
