import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { MAX_NOTICE_CHARS, officePublishNotice, officeReviseNotice, type OfficeNoticeAttributes } from '#contract/office-public-notice.ts';
import { NOTICE_KINDS } from '#core/public-notice.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect, Textarea, TextInput } from '#office/form/fields.tsx';
import { useWords } from '#office/words/Words.tsx';
import { bodyOf, draftOf, EMPTY, type NoticeDraft } from './draft.ts';
import { Preview } from './Preview.tsx';

const FIELDS = ['text/ru', 'text/en', 'link', 'from', 'until'] as const;

export interface Edited {
  readonly id: string;
  readonly attributes: OfficeNoticeAttributes;
}

function useSaving(edited: Edited | null, onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async (draft: NoticeDraft) => {
      key.current ??= crypto.randomUUID();
      const [body, idempotencyKey] = [bodyOf(draft), key.current];
      if (edited === null) return await api(officePublishNotice, { body, idempotencyKey });
      const { revision } = edited.attributes;
      return await api(officeReviseNotice, { params: { id: edited.id }, body: { ...body, revision }, idempotencyKey });
    },
    onSuccess: onDone,
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.notices() });
    },
  });
}

/** What all visitors are told, in both languages, from when and until when, as they will see it. */
export function NoticeForm({ edited, onClose }: { readonly edited: Edited | null; readonly onClose: () => void }) {
  const { t } = useWords();
  const [draft, setDraft] = useState(edited === null ? EMPTY : draftOf(edited.attributes));
  const saving = useSaving(edited, () => {
    setDraft(EMPTY);
    onClose();
  });
  const form = useRef<HTMLFormElement>(null);
  // Pressed at a row below, on a telephone far below: whoever edits stands at what he edits
  useEffect(() => {
    if (edited !== null) form.current?.querySelector('textarea')?.focus();
  }, [edited]);
  const change = (part: Partial<NoticeDraft>) => setDraft((before) => ({ ...before, ...part }));
  const at = (field: (typeof FIELDS)[number]) => fieldProblem(saving.error, field);
  const submit = () => saving.mutate(draft);
  return (
    <CheckedForm ref={form} className="sheet posting-form" onSubmit={submit} aria-labelledby="notice-form">
      <h2 id="notice-form">{t(edited === null ? 'office_notice.new' : 'office_notice.edit')}</h2>
      <NativeSelect
        label={t('office_notice.kind')}
        value={draft.kind}
        onChange={({ currentTarget }) => change({ kind: NOTICE_KINDS.find((one) => one === currentTarget.value) ?? 'info' })}
        data={NOTICE_KINDS.map((value) => ({ value, label: t(`office_notice.kinds.${value}`) }))}
      />
      {(['ru', 'en'] as const).map((locale) => (
        <Textarea
          key={locale}
          label={t(`office_notice.text_${locale}`)}
          lang={locale}
          required
          autosize
          minRows={2}
          maxLength={MAX_NOTICE_CHARS}
          value={draft[locale]}
          error={at(`text/${locale}`)}
          onChange={({ currentTarget }) => change({ [locale]: currentTarget.value })}
        />
      ))}
      <TextInput
        label={t('office_notice.link')}
        description={t('office_notice.link_hint')}
        maxLength={500}
        autoComplete="off"
        value={draft.link}
        error={at('link')}
        onChange={({ currentTarget }) => change({ link: currentTarget.value })}
      />
      {(['from', 'until'] as const).map((name) => (
        <TextInput
          key={name}
          type="datetime-local"
          label={t(`office_notice.${name}`)}
          description={t(`office_notice.${name}_hint`)}
          value={draft[name]}
          error={at(name)}
          onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
        />
      ))}
      <Checkbox
        label={t('office_notice.dismissible')}
        checked={draft.dismissible}
        onChange={({ currentTarget }) => change({ dismissible: currentTarget.checked })}
      />
      <Preview draft={draft} />
      {saving.error === null || FIELDS.some((field) => at(field) !== undefined) ? null : (
        <p className="problem" role="alert">
          {problemWords(saving.error, t)}
        </p>
      )}
      <div className="row">
        <Button type="submit" loading={saving.isPending}>
          {t(edited === null ? 'office_notice.publish' : 'office_notice.save')}
        </Button>
        {edited === null ? null : (
          <Button type="button" variant="subtle" onClick={onClose}>
            {t('office.cancel')}
          </Button>
        )}
      </div>
    </CheckedForm>
  );
}
