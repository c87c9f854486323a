import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import {
  type CannedReplyAttributes,
  officeChangeCannedReply,
  officeCreateCannedReply,
  officeDropCannedReply,
} from '#contract/office/customers/chat.ts';
import { useAction, useCommand } from '#office/api/use-command.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { CommandProblem, FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CHAT_QUERIES, useCanned } from './use-chat.ts';
import './ChatPage.css';

type CannedReply = Resource<CannedReplyAttributes>;

interface ReplyFormProps {
  /** The reply to change; undefined: a new one. */
  readonly reply?: CannedReply;
  readonly onDone: () => void;
}

function ReplyForm({ reply, onDone }: ReplyFormProps) {
  const { t } = useTranslation();
  const { title = '', text_ru = '', text_en = '' } = reply?.attributes ?? {};
  const form = useFields({ title, text_ru, text_en });
  const save = useAction(
    (body: typeof form.values, call): Promise<unknown> =>
      reply === undefined
        ? call(officeCreateCannedReply, { body })
        : call(officeChangeCannedReply, { params: { id: reply.id }, body: { ...body, version: reply.attributes.version } }),
    { after: CHAT_QUERIES, onDone },
  );
  const remove = useCommand(officeDropCannedReply, { after: CHAT_QUERIES, onDone });
  return (
    <CheckedForm className="stack" command={save} onSubmit={() => save.run(form.values)}>
      <TextInput {...form.text('title')} label={t('office_chat.canned.name')} maxLength={80} required />
      <Textarea {...form.text('text_ru')} label={t('office_chat.canned.text_ru')} autosize minRows={2} maxLength={2000} required />
      <Textarea {...form.text('text_en')} label={t('office_chat.canned.text_en')} autosize minRows={2} maxLength={2000} required />
      <p className="dim">{t('office_chat.canned.variables')}</p>
      <FormProblem />
      <CommandProblem error={remove.error} />
      <div className="row">
        <Button type="submit" size="sm" loading={save.isPending}>
          {t('office_chat.canned.save')}
        </Button>
        <Button type="button" size="sm" variant="subtle" onClick={onDone}>
          {t('office.cancel')}
        </Button>
        {reply === undefined ? null : (
          <Button
            type="button"
            size="sm"
            variant="subtle"
            color="loss"
            loading={remove.isPending}
            onClick={() => remove.run({ params: { id: reply.id } })}
          >
            {t('office_chat.canned.drop')}
          </Button>
        )}
      </div>
    </CheckedForm>
  );
}

interface ReplyCardProps {
  readonly reply: CannedReply;
  readonly isOpen: boolean;
  readonly mayChange: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

function ReplyCard({ reply, isOpen, mayChange, onOpen, onClose }: ReplyCardProps) {
  const { t, locale } = useTranslation();
  const { id, attributes } = reply;
  return (
    <section className="sheet" aria-labelledby={`canned-${id}`}>
      <h2 id={`canned-${id}`} translate="no">
        {attributes.title}
      </h2>
      {isOpen ? (
        <ReplyForm reply={reply} onDone={onClose} />
      ) : (
        <>
          <p className="note" lang="ru" translate="no">
            {attributes.text_ru}
          </p>
          <p className="note" lang="en" translate="no">
            {attributes.text_en}
          </p>
          <p className="dim">
            {attributes.changed_by ?? ''} · {clockTime(attributes.changed_at, locale)}
          </p>
          {mayChange ? (
            <Button size="xs" variant="default" onClick={onOpen}>
              {t('office_chat.canned.change')}
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
}

/** Canned replies of the chat, in both languages. */
export function CannedPage() {
  const { t } = useTranslation();
  const mayChange = useOperator().actions.includes('change_canned_replies');
  const canned = useCanned();
  const [openId, setOpenId] = useState<string>();
  const close = () => setOpenId(undefined);
  return (
    <Screen
      title={t('office_chat.canned.title')}
      above={
        <p>
          <Link to={paths.chats()}>‹ {t('office_chat.title')}</Link>
        </p>
      }
      lead={t('office_chat.canned.lead')}
    >
      {!mayChange ? null : openId === 'new' ? (
        <section className="sheet">
          <ReplyForm onDone={close} />
        </section>
      ) : (
        <p>
          <Button size="sm" onClick={() => setOpenId('new')}>
            {t('office_chat.canned.add')}
          </Button>
        </p>
      )}
      <Loaded query={canned}>
        {(replies) => (
          <>
            {replies.length === 0 ? <p className="empty">{t('office_chat.canned.empty')}</p> : null}
            <div className="stack">
              {replies.map((reply) => (
                <ReplyCard
                  key={reply.id}
                  reply={reply}
                  isOpen={openId === reply.id}
                  mayChange={mayChange}
                  onOpen={() => setOpenId(reply.id)}
                  onClose={close}
                />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </Screen>
  );
}
