import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import {
  MAX_NOTICE_CHARS,
  officePublishNotice,
  officeReviseNotice,
  type OfficeNoticeAttributes,
} from '#contract/office/content/public-notice.ts';
import { NOTICE_KINDS } from '#core/notices/public-notice.ts';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useAction } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect, Textarea, TextInput, Checkbox } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { bodyOf, draftOf, EMPTY, type NoticeDraft } from './draft.ts';
import './NoticeForm.css';

/** The notice as visitors will see it, in both languages and themes. */
function Preview({ draft }: { readonly draft: NoticeDraft }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('office_notice.preview')}>
      <p className="dim">{t('office_notice.preview')}</p>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} className="notice-preview" data-theme={theme} role="group" aria-label={t(`office_notice.${theme}`)}>
          {(['ru', 'en'] as const).map((locale) => (
            <p key={locale} className={draft.kind} lang={locale} translate="no">
              {draft[locale].trim() === '' ? '…' : draft[locale]}{' '}
              {draft.link.trim() === '' ? null : <span className="preview-link">{t('office_notice.more')}</span>}
            </p>
          ))}
        </div>
      ))}
    </section>
  );
}

export interface Edited {
  readonly id: string;
  readonly attributes: OfficeNoticeAttributes;
}

const useSaveNotice = (edited: Edited | null, onDone: () => void) =>
  useAction(
    async (draft: NoticeDraft, call) => {
      const body = bodyOf(draft);
      if (edited === null) return await call(officePublishNotice, { body });
      return await call(officeReviseNotice, { params: { id: edited.id }, body: { ...body, revision: edited.attributes.revision } });
    },
    { after: [keys.notices()], onDone },
  );

/** A notice to all visitors: text in both languages, from when and until when, with a preview. */
export function NoticeForm({ edited, onClose }: { readonly edited: Edited | null; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const form = useFields(edited === null ? EMPTY : draftOf(edited.attributes));
  const save = useSaveNotice(edited, () => {
    form.set(EMPTY);
    onClose();
  });
  const element = useRef<HTMLFormElement>(null);
  // The edited row may be far below the form, on a telephone most of all
  useEffect(() => {
    if (edited !== null) element.current?.querySelector('textarea')?.focus();
  }, [edited]);
  return (
    <CheckedForm
      ref={element}
      className="sheet posting-form"
      command={save}
      onSubmit={() => save.run(form.values)}
      aria-labelledby="notice-form"
    >
      <h2 id="notice-form">{t(edited === null ? 'office_notice.new' : 'office_notice.edit')}</h2>
      <NativeSelect
        label={t('office_notice.kind')}
        {...form.nativeOption('kind', NOTICE_KINDS)}
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
          {...form.text(locale)}
          field={`text/${locale}`}
        />
      ))}
      <TextInput
        label={t('office_notice.link')}
        description={t('office_notice.link_hint')}
        maxLength={500}
        autoComplete="off"
        {...form.text('link')}
      />
      {(['from', 'until'] as const).map((name) => (
        <TextInput
          key={name}
          type="datetime-local"
          label={t(`office_notice.${name}`)}
          description={t(`office_notice.${name}_hint`)}
          {...form.text(name)}
        />
      ))}
      <Checkbox label={t('office_notice.dismissible')} {...form.check('dismissible')} />
      <Preview draft={form.values} />
      <FormProblem />
      <div className="row">
        <Button type="submit" loading={save.isPending}>
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
