import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Resource } from '#contract/document.ts';
import { type ContentRowAttributes, officeCreateContent, officeListContent } from '#contract/office/content/content.ts';
import { oneOf } from '#core/closed-list.ts';
import { CONTENT_KINDS, CONTENT_STATES, ROOT_CATEGORIES } from '#core/content/item.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { NativeSelect } from '#office/form/fields.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { hourOfDay } from '#office/format/moment.ts';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { StateBadges } from './StateBadges.tsx';
import { useCategories } from './use-categories.ts';
import './ItemPage.css';

const FILTERS = ['kind', 'state', 'category', 'lacks'] as const;

type Row = Resource<ContentRowAttributes>;
/** Creates a text in a category and opens its editor. */
function NewText() {
  const navigate = useNavigate();
  const { t, locale } = useTranslation();
  const categories = useCategories();
  const [category, setCategory] = useState<string>(String(ROOT_CATEGORIES.news));
  const create = useCommand(officeCreateContent, {
    after: [keys.content()],
    onDone: ({ data }) => void navigate(paths.contentItem(data.id)),
  });
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('office_content.new_category')}
        value={category}
        data={categories.map(({ id, name }) => ({ value: id, label: name[locale] }))}
        onChange={({ currentTarget }) => setCategory(currentTarget.value)}
      />
      <Button size="xs" loading={create.isPending} onClick={() => create.run({ body: { category_id: category } })}>
        {t('office_content.new')}
      </Button>
      <CommandProblem error={create.error} />
    </>
  );
}

/** Title in the operator's language, else in the other one. */
function Title({ row: { id, attributes }, locale }: { readonly row: Row; readonly locale: Locale }) {
  const { t } = useTranslation();
  const { title } = attributes;
  const shown = title[locale] || title.ru || title.en;
  return (
    <Link to={paths.contentItem(id)} translate="no">
      {shown || t('office_content.untitled')}
    </Link>
  );
}

const columnsOf = (t: Translation['t'], locale: Locale): readonly Column<Row>[] => [
  { key: 'title', label: t('office_content.column.title'), cell: (row) => <Title row={row} locale={locale} /> },
  {
    key: 'category',
    label: t('office_content.column.category'),
    sort: 'kind',
    cell: ({ attributes }) => <span translate="no">{attributes.category[locale]}</span>,
  },
  {
    key: 'state',
    label: t('office_content.column.state'),
    cell: ({ attributes }) => (
      <>
        <StateBadges item={attributes} />
        {LOCALES.filter((language) => attributes.title[language] === null).map((language) => (
          <span key={language} className="badge person">
            {t(`office_content.lacks.${language}`)}
          </span>
        ))}
      </>
    ),
  },
  {
    key: 'published',
    label: t('office_content.column.published'),
    sort: 'published_at',
    cell: ({ attributes: { published_at: at } }) => (at === null ? '—' : <span className="unbroken">{hourOfDay(at, locale)}</span>),
  },
  {
    key: 'draft',
    label: t('office_content.column.draft'),
    sort: 'draft_at',
    cell: ({ attributes: { draft_at: at, draft_by: by } }) => (
      <>
        <span className="unbroken">{hourOfDay(at, locale)}</span> <span translate="no">{by}</span>
      </>
    ),
  },
];

/** News, questions and pages with their state. */
export function ContentPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const mayWrite = useOperator().actions.includes('change_content');
  const categories = useCategories();
  const kind = oneOf(CONTENT_KINDS, address.filters['kind']);
  const state = oneOf(CONTENT_STATES, address.filters['state']);
  const lacks = oneOf(LOCALES, address.filters['lacks']);
  const category = categories.find(({ id }) => id === address.filters['category'])?.id;
  const texts = useQuery({
    queryKey: [...keys.content(), kind, state, lacks, category, query],
    queryFn: ({ signal }) => api(officeListContent, { query: { kind, state, lacks, category_id: category, ...query }, signal }),
    refetchInterval: 30_000,
  });
  const choices = <V extends string>(values: readonly V[], messageKey: string) =>
    values.map((value) => ({ value, label: t(`office_content.${messageKey}.${value}`) }));
  return (
    <Screen title={t('office_content.title')}>
      <ListTools
        list={list}
        search={t('office_content.search')}
        filters={[
          { name: 'kind', label: t('office_content.any_kind'), choices: choices(CONTENT_KINDS, 'kind') },
          { name: 'state', label: t('office_content.any_state'), choices: choices(CONTENT_STATES, 'state') },
          {
            name: 'category',
            label: t('office_content.any_category'),
            choices: categories.map(({ id, name }) => ({ value: id, label: name[locale] })),
          },
          { name: 'lacks', label: t('office_content.any_language'), choices: choices(LOCALES, 'lacks') },
        ]}
      >
        <Link to={paths.contentCategories()}>{t('office_content.categories.title')}</Link>
        {mayWrite ? <NewText /> : null}
      </ListTools>
      <TableList
        query={texts}
        list={list}
        empty={t('office_content.none')}
        caption={t('office_content.title')}
        columns={columnsOf(t, locale)}
      />
    </Screen>
  );
}
