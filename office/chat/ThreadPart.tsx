import { Button, Loader } from '@mantine/core';
import { useEffect } from 'react';
import { type ChatThreadDetail, officeAssignChat, officeCloseChat, officeReadChat } from '#contract/office/customers/chat.ts';
import { problemMessage } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { Select } from '#office/form/fields.tsx';
import { KeepWhileEditing } from '#office/editing/KeepWhileEditing.tsx';
import { Problem } from '#office/components/Problem.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { Messages } from './Messages.tsx';
import { useChatDeed, useThread } from './use-chat.ts';

interface ThreadProps {
  readonly id: string;
  readonly thread: ChatThreadDetail;
}

/** In whose hand the talk is, and its end. */
function Hands({ id, thread }: ThreadProps) {
  const { t } = useTranslation();
  const from = thread.assigned_to?.id ?? null;
  const assign = useChatDeed((api, to: string | null, idempotencyKey) =>
    api(officeAssignChat, { params: { id }, body: { to, from }, idempotencyKey }),
  );
  const close = useChatDeed((api, seen: number, idempotencyKey) =>
    api(officeCloseChat, { params: { id }, body: { seen }, idempotencyKey }),
  );
  const me = thread.colleagues.find(({ is_me: isMe }) => isMe);
  const error = assign.error ?? close.error;
  if (!thread.may_answer) return null;
  return (
    <>
      <div className="row">
        {thread.is_mine || me === undefined ? null : (
          <Button size="xs" variant="default" loading={assign.isPending} onClick={() => assign.mutate(me.id)}>
            {t('office_chat.take')}
          </Button>
        )}
        <Select
          size="xs"
          aria-label={t('office_chat.in_hand')}
          placeholder={t('office_chat.nobody')}
          clearable
          data={thread.colleagues.map((one) => ({ value: one.id, label: one.is_me ? t('office_chat.me') : one.name }))}
          value={from}
          onChange={(to) => assign.mutate(to)}
          clearButtonProps={{ 'aria-label': t('office_chat.give_back') }}
        />
        {thread.state === 'closed' ? (
          <span className="badge calm">{t('office_chat.state.closed')}</span>
        ) : (
          <Button size="xs" variant="default" loading={close.isPending} onClick={() => close.mutate(thread.last_nr)}>
            {t('office_chat.close')}
          </Button>
        )}
      </div>
      {error === null ? null : (
        <p className="problem" role="alert">
          {problemMessage(error, t)}
        </p>
      )}
    </>
  );
}

/** What is looked at counts as seen. */
function useSeen({ id, thread }: ThreadProps): void {
  const api = useApi();
  const { unread, last_nr: nr, may_answer: mayAnswer } = thread;
  useEffect(() => {
    if (unread === 0 || !mayAnswer || document.visibilityState !== 'visible') return;
    // What could not be noted now is noted with the next message
    void api(officeReadChat, { params: { id }, body: { nr } }).catch(() => undefined);
  }, [api, id, unread, nr, mayAnswer]);
}

function Thread({ id, thread }: ThreadProps) {
  useSeen({ id, thread });
  return (
    <>
      <Hands id={id} thread={thread} />
      <Messages key={id} id={id} thread={thread} />
      <KeepWhileEditing when={thread.may_answer}>
        <AnswerForm key={id} id={id} thread={thread} />
      </KeepWhileEditing>
    </>
  );
}

/** One talk with everything that is done about it; the same in the inbox and beside an order. */
export function ThreadPart({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const asked = useThread(id);
  if (asked.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (asked.data === undefined) return <Problem error={asked.error} retry={() => void asked.refetch()} />;
  return <Thread id={id} thread={asked.data} />;
}
