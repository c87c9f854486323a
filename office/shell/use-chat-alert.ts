import { useEffect, useRef } from 'react';
import { soundTones } from './bell.ts';
import { useCalling } from './use-calling.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { alertsByNotification, alertsBySound } from '#office/chat/chat-alerts.ts';

/** Alerts when more customers wait for an answer than before, as chosen on this device. */
export function useChatAlert(): void {
  const { t } = useTranslation();
  const chats = useCalling().lanes.chats?.count ?? 0;
  const before = useRef(chats);
  useEffect(() => {
    const isMore = chats > before.current;
    before.current = chats;
    if (!isMore) return;
    if (alertsBySound()) void soundTones();
    if (alertsByNotification() && document.visibilityState === 'hidden')
      void new Notification(t('office.chat_call', { count: chats }), { tag: 'office-chat' });
  }, [chats, t]);
}
