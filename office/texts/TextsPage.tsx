import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
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
import { placeOf, withoutVariables } from './text-words.ts';
import './TextPage.css';

type Row = Resource<OfficeTextAttributes>;

const columnsOf = (t: Translation['t'], locale: Locale): readonly Column<Row>[] => [
  {
    key: 'title',
    label: t('office_texts.text'),
    cell: ({ id, attributes: { title, found } }) => (
      <>
        <Link to={paths.text(id)} translate="no">
          {withoutVariables(title[locale])}
        </Link>
        {found === null || found === title[locale] ? null : (
          <span className="dim" translate="no">
            {' '}
            {withoutVariables(found)}
          </span>
        )}
      </>
    ),
  },
  { key: 'place', label: t('office_texts.place_title'), cell: ({ id }) => <span title={id}>{placeOf(id, t)}</span> },
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

const TYPING_PAUSE_MS = 300;

/** Texts of e-mails and notices that can be changed. */
export function TextsPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search.trim(), TYPING_PAUSE_MS);
  const texts = useQuery({
    queryKey: [...keys.texts(), 'list', q],
    queryFn: ({ signal }) => api(officeListTexts, { query: q === '' ? {} : { q }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const rows = texts.data?.data ?? [];
  return (
    <Screen title={t('office_texts.title')} lead={t('office_texts.lead')}>
      <TextInput
        label={t('office_texts.search')}
        value={search}
        description={t('office_texts.search_hint')}
        maxLength={200}
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
