import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import { officeListTexts, type OfficeTextAttributes } from '#contract/office/content/texts.ts';
import type { Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { Problem, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { TextInput } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { paths } from '#office/paths.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import './TextPage.css';

type Row = Resource<OfficeTextAttributes>;

const columnsOf = (t: Translation['t'], locale: Locale): readonly Column<Row>[] => [
  {
    key: 'title',
    label: t('office_texts.text'),
    cell: ({ id, attributes }) => (
      <Link to={paths.text(id)} translate="no">
        {attributes.title[locale]}
      </Link>
    ),
  },
  { key: 'letters', label: t('office_texts.letters_of'), cell: ({ attributes }) => t(`office_texts.letters.${attributes.letters}`) },
  {
    key: 'key',
    label: t('office_texts.key'),
    cell: ({ id }) => (
      <span className="code" translate="no">
        {id}
      </span>
    ),
  },
  {
    key: 'state',
    label: t('office_texts.state'),
    cell: ({ attributes: { is_changed: isChanged, saved_at: at, saved_by: by } }) =>
      isChanged && at !== null ? (
        <>
          {t('office_texts.changed', { at: clockTime(at, locale) })} <span translate="no">{by}</span>
        </>
      ) : (
        <span className="dim">{t('office_texts.delivered')}</span>
      ),
  },
];

const isFound = ({ id, attributes }: Row, search: string): boolean =>
  [id, attributes.title.ru, attributes.title.en].some((text) => text.toLowerCase().includes(search.trim().toLowerCase()));

/** Texts of e-mails and notices that can be changed. */
export function TextsPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const [search, setSearch] = useState('');
  const texts = useQuery({ queryKey: keys.texts(), queryFn: ({ signal }) => api(officeListTexts, { signal }), refetchInterval: 30_000 });
  const rows = (texts.data?.data ?? []).filter((row) => isFound(row, search));
  return (
    <Screen title={t('office_texts.title')} lead={t('office_texts.lead')}>
      <TextInput
        label={t('office_texts.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        maw={420}
        my="md"
      />
      {texts.isError ? <Problem error={texts.error} retry={() => void texts.refetch()} /> : null}
      {texts.isSuccess && rows.length === 0 ? <p role="status">{t('office_texts.none')}</p> : null}
      {rows.length === 0 ? null : (
        <ListTable caption={t('office_texts.title')} columns={columnsOf(t, locale)} rows={rows} idOf={({ id }) => id} />
      )}
    </Screen>
  );
}
