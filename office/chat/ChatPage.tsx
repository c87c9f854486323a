import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { paths } from '#office/paths.ts';
import { useDocumentTitle } from '#office/components/Screen.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ThreadAside } from './ThreadAside.tsx';
import { alertsByNotification, alertsBySound, storeNotificationAlert, storeSoundAlert } from './chat-alerts.ts';
import { ThreadList } from './ThreadList.tsx';
import { ThreadPart } from './ThreadPart.tsx';
import { useThread } from './use-chat.ts';
import './ChatPage.css';

function OpenThread({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const thread = useThread(id).data;
  return (
    <>
      <section className="chat-thread" aria-label={t('office_chat.talk')}>
        <p className="chat-back">
          <Link to={`${paths.chats()}${globalThis.location.search}`}>‹ {t('office_chat.inbox')}</Link>
        </p>
        <ThreadPart id={id} />
      </section>
      <div className="chat-beside">{thread === undefined ? null : <ThreadAside key={id} id={id} thread={thread} />}</div>
    </>
  );
}

/** Whether a new question alerts by sound or by a browser notification. */
function AlertChoice() {
  const { t } = useTranslation();
  const [sound, setSound] = useState(alertsBySound);
  const [notice, setNotice] = useState(alertsByNotification);
  return (
    <div className="row">
      <Checkbox
        size="md"
        label={t('office_chat.sound')}
        checked={sound}
        onChange={(event) => {
          storeSoundAlert(event.currentTarget.checked);
          setSound(event.currentTarget.checked);
        }}
      />
      <Checkbox
        size="md"
        label={t('office_chat.notice')}
        checked={notice}
        onChange={(event) => void storeNotificationAlert(event.currentTarget.checked).then(setNotice)}
      />
    </div>
  );
}

/** The support inbox: list of chats, the open chat, its customer and order. */
export function ChatPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  useDocumentTitle(t('office_chat.title'));
  return (
    <>
      <div className="order-head">
        <h1>{t('office_chat.title')}</h1>
        <AlertChoice />
      </div>
      <div className="chat-desk" data-open={id === '' ? undefined : 'true'}>
        <ThreadList openId={id} />
        {id === '' ? <p className="empty">{t('office_chat.choose')}</p> : <OpenThread key={id} id={id} />}
      </div>
    </>
  );
}
