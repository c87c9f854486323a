import { orderNumber } from '#core/order/number.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { barePath } from '#web/i18n/locale.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useBackCloses } from '#web/layout/back-steps.ts';
import { ThreadView } from './ThreadView.tsx';
import { fetchThreadFromBrowser, type Thread } from './thread-api.ts';
import { markChatUsed } from './thread-storage.ts';
import { watchThreads } from './use-thread.ts';

/** Id of the order whose page a path is; undefined: another page. `path`: without the locale. */
const orderOf = (path: string): string | undefined => /^\/orders?\/([\w-]{6,64})(?:\/|$)/.exec(path)?.[1];

await loadMessages('chat');

interface LateChatProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onUnread: (count: number) => void;
}

/** A loaded thread; `thread` null: the API did not answer. */
interface LoadedThread {
  readonly orderId: string | undefined;
  readonly thread: Thread | null;
}

/** Screens on which the panel is not modal. */
const NON_MODAL_MEDIA = '(min-width: 45rem)';

/** Thread of the page's order if it belongs to the visitor, else the general thread. */
async function loadThread(locale: 'ru' | 'en', orderId: string | undefined): Promise<LoadedThread> {
  const thread = await fetchThreadFromBrowser(locale, { orderId });
  if (thread !== undefined || orderId === undefined) return { orderId, thread: thread ?? null };
  return { orderId: undefined, thread: (await fetchThreadFromBrowser(locale, { orderId: undefined })) ?? null };
}

/** Shows the number of unread messages in the page title. */
function useUnreadInTitle(unread: number): void {
  useEffect(() => {
    const showCount = () => {
      const titleWithoutCount = document.title.replace(/^\(\d+\) /, '');
      const newTitle = unread > 0 ? `(${unread}) ${titleWithoutCount}` : titleWithoutCount;
      if (document.title !== newTitle) document.title = newTitle;
    };
    showCount();
    const title = document.querySelector('title');
    if (title === null) return;
    // The page changes its title when the order's state changes
    const observer = new MutationObserver(showCount);
    observer.observe(title, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [unread]);
}

interface PanelProps {
  /** Order of the current page; undefined elsewhere. */
  readonly orderId: string | undefined;
  readonly onClose: () => void;
}

/** Buttons that switch to the other threads. */
function OtherThreads({ loaded, onChoose }: { readonly loaded: LoadedThread; readonly onChoose: (orderId: string | null) => void }) {
  const { t } = useTranslation();
  const others = loaded.thread?.meta.talks.filter((talk) => (talk.order_id ?? undefined) !== loaded.orderId) ?? [];
  const isGeneralMissing = loaded.orderId !== undefined && others.every((talk) => talk.order_id !== null);
  const all = isGeneralMissing ? [{ order_id: null, unread: 0 }, ...others] : others;
  if (all.length === 0) return null;
  return (
    <ul className="flex shrink-0 gap-4 overflow-x-auto px-4 pb-1 text-sm whitespace-nowrap">
      {all.map((talk) => (
        <li key={talk.order_id ?? ''}>
          <button type="button" className="link min-h-6" onClick={() => onChoose(talk.order_id)}>
            {talk.order_id === null ? t('chat.general') : t('chat.of_order', { id: orderNumber(talk.order_id) })}
            {talk.unread > 0 ? ` (${talk.unread})` : ''}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Loads and shows a thread; mounted again for another one. */
function ThreadLoader({
  orderId,
  onChoose,
}: {
  readonly orderId: string | undefined;
  readonly onChoose: (orderId: string | null) => void;
}) {
  const { t, locale } = useTranslation();
  const [loaded, setLoaded] = useState<LoadedThread | null>(null);
  useEffect(() => {
    markChatUsed();
    const controller = new AbortController();
    const open = async () => {
      const thread = await loadThread(locale, orderId);
      if (!controller.signal.aborted) setLoaded(thread);
    };
    void open();
    return () => controller.abort();
  }, [locale, orderId]);
  if (loaded === null) return <p className="flex-1 px-4 py-6 text-muted">{t('chat.opening')}</p>;
  return (
    <>
      <OtherThreads loaded={loaded} onChoose={onChoose} />
      <ThreadView orderId={loaded.orderId} initial={loaded.thread} />
    </>
  );
}

/** The panel: modal on phones, beside the page on wider screens. */
function Panel({ orderId, onClose }: PanelProps) {
  const { t } = useTranslation();
  /** Thread chosen in the panel: an order's id; null: the general thread; undefined: none chosen. */
  const [chosenOrderId, setChosenOrderId] = useState<string | null | undefined>();
  const dialog = useRef<HTMLDialogElement>(null);
  const selectedOrderId = chosenOrderId === null ? undefined : (chosenOrderId ?? orderId);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const previousFocus = document.activeElement;
    if (globalThis.matchMedia(NON_MODAL_MEDIA).matches) element.show();
    else element.showModal();
    return () => {
      element.close();
      // The panel and its focused element are already removed
      if (document.activeElement === document.body && previousFocus instanceof HTMLElement) previousFocus.focus();
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
      <ThreadLoader key={selectedOrderId ?? ''} orderId={selectedOrderId} onChoose={setChosenOrderId} />
    </dialog>
  );
}

/** Reports the unread messages of all threads while the panel is closed. */
function useUnread(isOpen: boolean, onUnread: (count: number) => void): void {
  const isAccountPage = /^\/(?:order|account)/.test(barePath(useLocation().pathname));
  const { locale } = useTranslation();
  const [unread, setUnread] = useState(0);
  const [hasThreads, setHasThreads] = useState(false);
  useUnreadInTitle(isOpen ? 0 : unread);
  const reportUnread = useEffectEvent((count: number) => {
    setUnread(count);
    onUnread(count);
  });
  const refresh = useEffectEvent(async () => {
    const thread = await fetchThreadFromBrowser(locale, { orderId: undefined });
    if (thread == null) return;
    setHasThreads(thread.meta.talks.length > 0);
    reportUnread(thread.meta.talks.reduce((sum, talk) => sum + talk.unread, 0));
  });
  // While the panel is open, its thread refreshes itself
  useEffect(
    () => (isOpen ? undefined : watchThreads(() => void refresh(), hasThreads || isAccountPage)),
    [isOpen, hasThreads, isAccountPage],
  );
}

/** Unread messages of the visitor's threads, and the chat panel. */
export function LateChat({ isOpen, onClose, onUnread }: LateChatProps) {
  const orderId = orderOf(barePath(useLocation().pathname));
  useUnread(isOpen, onUnread);
  return isOpen ? <Panel orderId={orderId} onClose={onClose} /> : null;
}
