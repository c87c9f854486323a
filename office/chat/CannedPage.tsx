import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type CannedReplyAttributes,
  officeChangeCannedReply,
  officeCreateCannedReply,
  officeDropCannedReply,
} from '#contract/office/customers/chat.ts';
import { fieldProblem, problemMessage } from '#office/api/problem.ts';
import { useDocumentTitle } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { Problem } from '#office/components/Problem.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useCanned, useChatDeed } from './use-chat.ts';
import './ChatPage.css';

const FIELDS = ['title', 'text_ru', 'text_en'] as const;
type Texts = Readonly<Record<(typeof FIELDS)[number], string>>;
const EMPTY: Texts = { title: '', text_ru: '', text_en: '' };

interface ReplyFormProps {
  /** The reply that is written anew; undefined: a new one. */
  readonly reply?: { readonly id: string; readonly attributes: CannedReplyAttributes };
  readonly onDone: () => void;
}

function ReplyForm({ reply, onDone }: ReplyFormProps) {
  const { t } = useTranslation();
  const [texts, setTexts] = useState<Texts>(reply === undefined ? EMPTY : reply.attributes);
  const save = useChatDeed(async (api, said: Texts, idempotencyKey) => {
    const { title, text_ru, text_en } = said;
    const body = { title, text_ru, text_en };
    if (reply === undefined) await api(officeCreateCannedReply, { body, idempotencyKey });
    else
      await api(officeChangeCannedReply, {
        params: { id: reply.id },
        body: { ...body, version: reply.attributes.version },
        idempotencyKey,
      });
  }, onDone);
  const drop = useChatDeed((api, id: string, idempotencyKey) => api(officeDropCannedReply, { params: { id }, idempotencyKey }), onDone);
  const isTold = FIELDS.some((field) => fieldProblem(save.error, field) !== undefined);
  const error = (isTold ? null : save.error) ?? drop.error;
  const at = (field: (typeof FIELDS)[number]) => ({
    label: t(`office_chat.canned.${field === 'title' ? 'name' : field}`),
    value: texts[field],
    error: fieldProblem(save.error, field),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => setTexts({ ...texts, [field]: event.currentTarget.value }),
  });
  const send = () => save.mutate(texts);
  return (
    <CheckedForm className="confirm" onSubmit={send}>
      <TextInput {...at('title')} maxLength={80} required />
      <Textarea {...at('text_ru')} autosize minRows={2} maxLength={2000} required />
      <Textarea {...at('text_en')} autosize minRows={2} maxLength={2000} required />
      <p className="dim">{t('office_chat.canned.variables')}</p>
      {error === null ? null : (
        <p className="problem" role="alert">
          {problemMessage(error, t)}
        </p>
      )}
      <div className="row">
        <Button type="submit" size="sm" loading={save.isPending}>
          {t('office_chat.canned.save')}
        </Button>
        <Button type="button" size="sm" variant="subtle" onClick={onDone}>
          {t('office.cancel')}
        </Button>
        {reply === undefined ? null : (
          <Button type="button" size="sm" variant="subtle" color="loss" loading={drop.isPending} onClick={() => drop.mutate(reply.id)}>
            {t('office_chat.canned.drop')}
          </Button>
        )}
      </div>
    </CheckedForm>
  );
}

/** Answers that are kept ready: what they are called, and what they say in both languages. */
export function CannedPage() {
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_canned_replies');
  const canned = useCanned();
  const [open, setOpen] = useState<string>();
  const done = () => setOpen(undefined);
  useDocumentTitle(t('office_chat.canned.title'));
  return (
    <>
      <p>
        <Link to={paths.chats()}>‹ {t('office_chat.title')}</Link>
      </p>
      <h1>{t('office_chat.canned.title')}</h1>
      <p className="dim">{t('office_chat.canned.lead')}</p>
      {canned.isPending ? <Loader className="loading" aria-label={t('office.loading')} /> : null}
      {canned.isError ? <Problem error={canned.error} retry={() => void canned.refetch()} /> : null}
      {!mayChange ? null : open === 'new' ? (
        <section className="sheet">
          <ReplyForm onDone={done} />
        </section>
      ) : (
        <p>
          <Button size="sm" onClick={() => setOpen('new')}>
            {t('office_chat.canned.add')}
          </Button>
        </p>
      )}
      {canned.data?.length === 0 ? <p className="empty">{t('office_chat.canned.empty')}</p> : null}
      <div className="chat-canned">
        {(canned.data ?? []).map(({ id, attributes }) => (
          <section key={id} className="sheet" aria-labelledby={`canned-${id}`}>
            <h2 id={`canned-${id}`} translate="no">
              {attributes.title}
            </h2>
            {open === id ? (
              <ReplyForm reply={{ id, attributes }} onDone={done} />
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
                  <Button size="xs" variant="default" onClick={() => setOpen(id)}>
                    {t('office_chat.canned.change')}
                  </Button>
                ) : null}
              </>
            )}
          </section>
        ))}
      </div>
    </>
  );
}
