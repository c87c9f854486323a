import { type ComponentType, type MouseEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { barePath } from '#web/i18n/locale.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { whenIdle } from '#web/loading/when-idle.ts';

interface ChatModule {
  readonly Chat: ComponentType<{ readonly isOpen: boolean; readonly onClose: () => void; readonly onUnread: (count: number) => void }>;
}

const load = async (): Promise<ChatModule> => ({ Chat: (await import('./late-chat.tsx')).LateChat });

/** Whether there may be unread messages: this browser has used the chat, or the page is about an order or the account. */
function mayHaveUnread(path: string): boolean {
  try {
    return /^\/(?:order|account)/.test(path) || localStorage.getItem('chat') !== null;
  } catch {
    return false;
  }
}

/**
 * Link to support on every page; with scripts it opens a panel loaded on demand. On phones half is off-screen: it covers only the
 * margin.
 */
export function ChatButton() {
  const { t, to } = useTranslation();
  const path = barePath(useLocation().pathname);
  const [chat, setChat] = useState<ChatModule>();
  const [isOpen, setOpen] = useState(globalThis.location?.hash === '#chat');
  const [unread, setUnread] = useState(0);
  const isNeeded = isOpen || chat !== undefined;
  useEffect(() => whenIdle(() => void ((isNeeded || mayHaveUnread(path)) && load().then(setChat, () => undefined))), [isNeeded, path]);
  if (path === '/support') return null;
  const id = /^\/orders?\/([\w-]+)/.exec(path)?.[1];
  const href = to(`/support${id === undefined ? '' : `?order=${id}`}`);
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    load().then(
      (loaded) => {
        setChat(loaded);
        setOpen(true);
      },
      () => globalThis.location.assign(href),
    );
  };
  return (
    <aside aria-label={t('shell.chat')}>
      <a
        href={href}
        onClick={open}
        className="support-button fixed -right-2 bottom-[calc(env(safe-area-inset-bottom)+6rem)] z-10 flex h-16 w-6 items-center gap-2 pl-px sm:right-0 sm:justify-center sm:pl-0 rounded-l-tray border border-r-0 border-edge bg-sheet text-sm font-medium hover:border-ink xl:right-4 xl:bottom-4 xl:size-12 xl:rounded-full xl:border-r min-[94rem]:h-11 min-[94rem]:w-auto min-[94rem]:rounded-tray min-[94rem]:px-4 print:hidden"
      >
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-3.5 shrink-0 sm:size-4 xl:size-5">
          <path d="M3 4h14v9H9l-4 3v-3H3z" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
        <span className="sr-only min-[94rem]:not-sr-only">{t('shell.chat')}</span>
        {unread > 0 && !isOpen ? (
          <span className="absolute -top-2 left-0 min-w-4 rounded-full bg-action text-center sm:min-w-5 sm:px-1 text-xs text-on-action">
            {unread}
          </span>
        ) : null}
      </a>
      {chat === undefined ? null : <chat.Chat isOpen={isOpen} onClose={() => setOpen(false)} onUnread={setUnread} />}
    </aside>
  );
}
