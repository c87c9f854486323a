import { Link, useParams } from 'react-router';
import { paths } from '#office/paths.ts';
import { useDocumentTitle } from '#office/components/Screen.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { BesidePart } from './BesidePart.tsx';
import { CallChoice } from './CallChoice.tsx';
import { ThreadList } from './ThreadList.tsx';
import { ThreadPart } from './ThreadPart.tsx';
import { useThread } from './use-chat.ts';
import './ChatPage.css';

function Opened({ id }: { readonly id: string }) {
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
      <div className="chat-beside">{thread === undefined ? null : <BesidePart key={id} id={id} thread={thread} />}</div>
    </>
  );
}

/** Support's inbox: who waits, the talk, and beside it who he is and which order it is about. */
export function ChatPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  useDocumentTitle(t('office_chat.title'));
  return (
    <>
      <div className="order-head">
        <h1>{t('office_chat.title')}</h1>
        <CallChoice />
      </div>
      <div className="chat-desk" data-open={id === '' ? undefined : 'true'}>
        <ThreadList openId={id} />
        {id === '' ? <p className="empty">{t('office_chat.choose')}</p> : <Opened key={id} id={id} />}
      </div>
    </>
  );
}
