import { orderNumber } from '#core/order/number.ts';
import { Button, FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { type ChatThreadDetail, officeAnswerChat, officeSendChatFile, officeTypeChat } from '#contract/office/customers/chat.ts';
import { fillCanned, MAX_CHAT_TEXT } from '#core/chat/text.ts';
import { acceptOf, CHAT_FILE } from '#core/file/file-rules.ts';
import { useApi } from '#office/api/use-api.ts';
import { useAction } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Select, Textarea, useChosenFile } from '#office/form/fields.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useEditing } from '#office/editing/Editing.tsx';
import { useStoredDraft } from '#office/editing/use-stored-draft.ts';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CHAT_QUERIES, useCanned } from './use-chat.ts';

const KEY_NAMES = { answer: 'r' };

/** Least time between two typing notices to colleagues. */
const TYPING_NOTICE_MS = 6_000;

interface AnswerFormProps {
  readonly id: string;
  readonly thread: ChatThreadDetail;
}

/** Inserts a canned reply in the customer's language into the answer. */
function CannedChoice({ thread, onChoose }: { readonly thread: ChatThreadDetail; readonly onChoose: (text: string) => void }) {
  const { t } = useTranslation();
  const canned = useCanned();
  const field = useRef<HTMLInputElement>(null);
  // `/` focuses the search of the inbox
  useKeys({ g: () => field.current?.focus() });
  if (canned.data === undefined || canned.data.length === 0) return null;
  return (
    <Select
      ref={field}
      size="xs"
      searchable
      aria-label={t('office_chat.canned.choose')}
      placeholder={t('office_chat.canned.choose')}
      nothingFoundMessage={t('office_chat.canned.none')}
      data={canned.data.map(({ id, attributes }) => ({ value: id, label: attributes.title }))}
      value={null}
      onChange={(value) => {
        const reply = canned.data.find(({ id }) => id === value)?.attributes;
        if (reply === undefined) return;
        const text = thread.locale === 'en' ? reply.text_en : reply.text_ru;
        onChoose(fillCanned(text, { order: thread.order_id === null ? null : orderNumber(thread.order_id), name: thread.customer_name }));
      }}
    />
  );
}

interface FileChoiceProps {
  readonly file: File | null;
  readonly problem: string | null;
  readonly onChoose: (file: File | null) => void;
}

/** An image or a PDF sent with the answer. */
function FileChoice({ file, problem, onChoose }: FileChoiceProps) {
  const { t } = useTranslation();
  const input = useRef<() => void>(null);
  const remove = () => {
    input.current?.();
    onChoose(null);
  };
  return (
    <>
      <FileButton resetRef={input} accept={acceptOf(CHAT_FILE)} onChange={onChoose}>
        {(props) => (
          <Button {...props} size="sm" variant="default">
            {t('office_chat.attach')}
          </Button>
        )}
      </FileButton>
      {file === null ? null : (
        <span className="line">
          <span translate="no">{file.name}</span>
          <Button variant="subtle" size="compact-xs" onClick={remove}>
            {t('office_chat.remove_file')}
          </Button>
        </span>
      )}
      {problem === null ? null : (
        <span className="problem" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}

interface ChatAnswer {
  readonly text: string;
  readonly file: File | null;
}

/** Answers a chat. The text is stored per chat until sent; colleagues see who types; a file can be chosen or pasted. */
export function AnswerForm({ id, thread }: AnswerFormProps) {
  const api = useApi();
  const { t } = useTranslation();
  const [text, setText] = useStoredDraft(`chat-answer:${id}`);
  const [file, setFile] = useState<File | null>(null);
  const { problem, choose } = useChosenFile(CHAT_FILE, setFile);
  const typingSentAt = useRef(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const answer = useAction(
    async (input: ChatAnswer, call): Promise<void> => {
      await (input.file === null
        ? call(officeAnswerChat, { params: { id }, body: { text: input.text, seen: thread.last_nr } })
        : call(officeSendChatFile, {
            params: { id },
            body: { text: input.text, seen: String(thread.last_nr) },
            files: { file: input.file },
          }));
      // Before the chat is read again, because the form may be unmounted by then. Text entered since sending stays
      setText((current) => (current.trim() === input.text ? '' : current));
      choose(null);
    },
    { after: CHAT_QUERIES },
  );
  useEditing(text !== '' || file !== null);
  useKeys({ r: () => field.current?.focus() }, 'page', KEY_NAMES);
  const type = (value: string) => {
    setText(value);
    if (Date.now() - typingSentAt.current < TYPING_NOTICE_MS) return;
    typingSentAt.current = Date.now();
    // Only informs colleagues: a failure is ignored
    void api(officeTypeChat, { params: { id }, body: {} }).catch(() => undefined);
  };
  const isEmpty = text.trim() === '' && file === null;
  const send = () => {
    if (!isEmpty && !answer.isPending) answer.run({ text: text.trim(), file });
  };
  const unfilledVariable = /\{(?:order|name)\}/.exec(text)?.[0];
  return (
    <CheckedForm className="chat-answer" onSubmit={send}>
      {thread.typing === null ? null : <output className="late">{t('office_chat.typing', { name: thread.typing })}</output>}
      <Textarea
        ref={field}
        label={t('office_chat.answer_in', { language: t(`office_chat.language.${thread.locale}`) })}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MAX_CHAT_TEXT}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onPaste={(event) => {
          const [pasted] = event.clipboardData.files;
          if (pasted === undefined) return;
          event.preventDefault();
          choose(pasted);
        }}
      />
      {unfilledVariable === undefined ? null : <p className="late">{t('office_chat.place_left', { place: unfilledVariable })}</p>}
      <CommandProblem error={answer.error} />
      <div className="row">
        <Button type="submit" size="sm" loading={answer.isPending} disabled={isEmpty}>
          {t('office_chat.send')} <kbd>Ctrl Enter</kbd>
        </Button>
        <FileChoice {...{ file, problem }} onChoose={choose} />
        <CannedChoice
          thread={thread}
          onChoose={(chosen) => {
            type(text.trim() === '' ? chosen : `${text.trimEnd()}\n\n${chosen}`);
            field.current?.focus();
          }}
        />
      </div>
      <p className="dim">{t(`office_chat.answers_by.${thread.answers_by[0] ?? 'none'}`)}</p>
    </CheckedForm>
  );
}
