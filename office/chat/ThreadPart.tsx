import { Button, Loader } from '@mantine/core';
import { useEffect } from 'react';
import { type ChatThreadDetail, officeAssignChat, officeCloseChat, officeReadChat } from '#contract/office/customers/chat.ts';
import { useCommand } from '#office/api/use-command.ts';
import { useApi } from '#office/api/use-api.ts';
import { Select } from '#office/form/fields.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { Problem } from '#office/components/Screen.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { Messages } from './Messages.tsx';
import { CHAT_QUERIES, useThread } from './use-chat.ts';

interface ThreadProps {
  readonly id: string;
  readonly thread: ChatThreadDetail;
}

/** Assigns and closes the chat. */
function Assignment({ id, thread }: ThreadProps) {
  const { t } = useTranslation();
  const from = thread.assigned_to?.id ?? null;
  const assign = useCommand(officeAssignChat, { after: CHAT_QUERIES });
  const close = useCommand(officeCloseChat, { after: CHAT_QUERIES });
  const assignTo = (to: string | null) => assign.run({ params: { id }, body: { to, from } });
  const me = thread.colleagues.find(({ is_me: isMe }) => isMe);
  if (!thread.may_answer) return null;
  return (
    <>
      <div className="row">
        {thread.is_mine || me === undefined ? null : (
          <Button size="xs" variant="default" loading={assign.isPending} onClick={() => assignTo(me.id)}>
            {t('office_chat.take')}
          </Button>
        )}
        <Select
          size="xs"
          aria-label={t('office_chat.in_hand')}
          placeholder={t('office_chat.nobody')}
          clearable
          data={thread.colleagues.map((colleague) => ({
            value: colleague.id,
            label: colleague.is_me ? t('office_chat.me') : colleague.name,
          }))}
          value={from}
          onChange={assignTo}
          clearButtonProps={{ 'aria-label': t('office_chat.give_back') }}
        />
        {thread.state === 'closed' ? (
          <span className="badge calm">{t('office_chat.state.closed')}</span>
        ) : (
          <Button
            size="xs"
            variant="default"
            loading={close.isPending}
            onClick={() => close.run({ params: { id }, body: { seen: thread.last_nr } })}
          >
            {t('office_chat.close')}
          </Button>
        )}
      </div>
      <CommandProblem error={assign.error ?? close.error} />
    </>
  );
}

/** Marks the messages as read while they are visible. */
function useMarkRead({ id, thread }: ThreadProps): void {
  const api = useApi();
  const { unread, last_nr: nr, may_answer: mayAnswer } = thread;
  useEffect(() => {
    if (unread === 0 || !mayAnswer || document.visibilityState !== 'visible') return;
    // After a failure the next message marks these as read too
    void api(officeReadChat, { params: { id }, body: { nr } }).catch(() => undefined);
  }, [api, id, unread, nr, mayAnswer]);
}

function Thread({ id, thread }: ThreadProps) {
  useMarkRead({ id, thread });
  return (
    <>
      <Assignment id={id} thread={thread} />
      <Messages key={id} id={id} thread={thread} />
      <KeepWhileEditing when={thread.may_answer}>
        <AnswerForm key={id} id={id} thread={thread} />
      </KeepWhileEditing>
    </>
  );
}

/** One chat with its actions; in the inbox and on an order's screen. */
export function ThreadPart({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const query = useThread(id);
  if (query.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (query.data === undefined) return <Problem error={query.error} retry={() => void query.refetch()} />;
  return <Thread id={id} thread={query.data} />;
}
