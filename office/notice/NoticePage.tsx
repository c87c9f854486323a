import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Resource } from '#contract/document.ts';
import {
  MAX_NOTICE_CHARS,
  officeListNotices,
  type OfficeNoticeAttributes,
  officePublishNotice,
  officeReviseNotice,
  officeWithdrawNotice,
} from '#contract/office/content/public-notice.ts';
import type { Locale } from '#core/locale.ts';
import { NOTICE_KINDS } from '#core/notices/public-notice.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { useAction, useCommand } from '#office/api/use-command.ts';
import { Screen } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { CommandProblem, FormProblem } from '#office/form/FormProblem.tsx';
import { Checkbox, NativeSelect, Textarea, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
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

type Edited = Resource<OfficeNoticeAttributes>;

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
function NoticeForm({ edited, onClose }: { readonly edited: Edited | null; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const form = useFields(edited === null ? EMPTY : draftOf(edited.attributes));
  const save = useSaveNotice(edited, () => {
    form.set(EMPTY);
    onClose();
  });
  const element = useRef<HTMLFormElement>(null);
  // The edited row may be far below the form: the focus brings the form into view
  useEffect(() => {
    if (edited !== null) element.current?.querySelector('textarea')?.focus();
  }, [edited]);
  return (
    <CheckedForm ref={element} className="sheet stack" command={save} onSubmit={() => save.run(form.values)} aria-labelledby="notice-form">
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

const FILTERS: readonly string[] = [];

interface RowActions {
  readonly onEdit: (row: Edited) => void;
  readonly onWithdraw: (id: string) => void;
}

function RowButtons({ row, onEdit, onWithdraw }: RowActions & { readonly row: Edited }) {
  const { t } = useTranslation();
  if (row.attributes.state !== 'planned' && row.attributes.state !== 'shown') return null;
  return (
    <span className="row">
      <Button size="compact-sm" variant="default" onClick={() => onEdit(row)}>
        {t('office_notice.change')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onWithdraw(row.id)}>
        {t('office_notice.withdraw')}
      </Button>
    </span>
  );
}

const columnsOf = (
  t: ReturnType<typeof useTranslation>['t'],
  locale: Locale,
  actions: RowActions | undefined,
): readonly Column<Edited>[] => [
  {
    key: 'what',
    label: t('office_notice.what'),
    cell: ({ attributes: { text, kind } }) => (
      <>
        <span className="badge">{t(`office_notice.kinds.${kind}`)}</span> <span translate="no">{text[locale]}</span>
      </>
    ),
  },
  {
    key: 'when',
    label: t('office_notice.when'),
    sort: 'from',
    cell: ({ attributes: { from, until } }) =>
      `${clockTime(from, locale)} — ${until === null ? t('office_notice.open_end') : clockTime(until, locale)}`,
  },
  {
    key: 'who',
    label: t('office_notice.who'),
    cell: ({ attributes: notice }) => (
      <span translate="no">
        {notice.withdrawn_by ?? notice.changed_by} <span className="dim">{t('office_notice.revision', { count: notice.revision })}</span>
      </span>
    ),
  },
  { key: 'state', label: t('office_notice.state'), cell: ({ attributes }) => t(`office_notice.states.${attributes.state}`) },
  ...(actions === undefined
    ? []
    : [{ key: 'action', label: t('office_notice.deed'), cell: (row: Edited) => <RowButtons row={row} {...actions} /> }]),
];

/** Notices to all visitors: publish, plan, change, withdraw; the history. */
export function NoticePage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const list = useListAddress(FILTERS);
  const { query } = list;
  const mayChange = useOperator().actions.includes('change_notices');
  const [edited, setEdited] = useState<Edited | null>(null);
  const notices = useQuery({
    queryKey: [...keys.notices(), query],
    queryFn: ({ signal }) => api(officeListNotices, { query, signal }),
    refetchInterval: 10_000,
  });
  const withdraw = useCommand(officeWithdrawNotice, { after: [keys.notices()] });
  const actions = mayChange ? { onEdit: setEdited, onWithdraw: (id: string) => withdraw.run({ params: { id } }) } : undefined;
  return (
    <Screen title={t('office_notice.title')} lead={t('office_notice.lead')}>
      {mayChange ? (
        <NoticeForm
          key={edited === null ? 'new' : `${edited.id} ${edited.attributes.revision}`}
          edited={edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
      <h2>{t('office_notice.history')}</h2>
      <CommandProblem error={withdraw.error} />
      <ListTools list={list} search={t('office_notice.search')} />
      <TableList
        query={notices}
        list={list}
        empty={t('office_notice.none')}
        caption={t('office_notice.history')}
        columns={columnsOf(t, locale, actions)}
      />
    </Screen>
  );
}
