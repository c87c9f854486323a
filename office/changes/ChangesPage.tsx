import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type ChangeAttributes, officeListChanges } from '#contract/office/catalogue/changes.ts';
import type { Resource } from '#contract/document.ts';
import { oneOf } from '#core/closed-list.ts';
import { CHANGE_STATES } from '#core/changes/change.ts';
import { CHANGE_ENTITY_NAMES } from '#core/changes/entities.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ChangeState } from './ChangeDetails.tsx';
import { memberText } from './item-text.ts';
import { keyText } from './item-text.ts';

const FILTERS = ['state', 'entity'] as const;
const STATES = ['open', ...CHANGE_STATES] as const;

type Row = Resource<ChangeAttributes>;

/** The first items of a change and their members. */
function About({ change }: { readonly change: ChangeAttributes }) {
  const { t } = useTranslation();
  const members = new Set(change.items.flatMap(({ before, after }) => (before === null || after === null ? [] : Object.keys(after))));
  const names = change.items.slice(0, 2).map(({ key }) => keyText(key));
  const others = change.item_count - names.length;
  return (
    <span>
      {names.join(', ')}
      {others > 0 ? ` ${t('rates.and_more', { count: others })}` : ''}
      {members.size === 0 ? null : <span className="dim"> · {[...members].map((member) => memberText(member, t)).join(', ')}</span>}
    </span>
  );
}

function useColumns(): readonly Column<Row>[] {
  const { t, locale } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'at',
        label: t('rates.history.at'),
        sort: 'created_at',
        cell: ({ id, attributes }: Row) => <Link to={paths.change(id)}>{clockTime(attributes.created_at, locale)}</Link>,
      },
      { key: 'author', label: t('rates.history.author'), cell: ({ attributes }: Row) => attributes.author },
      { key: 'about', label: t('rates.history.about'), cell: ({ attributes }: Row) => <About change={attributes} /> },
      {
        key: 'note',
        label: t('rates.note'),
        cell: ({ attributes: { note } }: Row) => (note === '' ? null : <span translate="no">{note}</span>),
      },
      { key: 'state', label: t('rates.history.state'), cell: ({ attributes }: Row) => <ChangeState change={attributes} /> },
    ],
    [t, locale],
  );
}

function useFilters() {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        name: 'state',
        label: t('rates.history.state'),
        choices: STATES.map((value) => ({ value, label: t(`rates.state.${value}`) })),
      },
      {
        name: 'entity',
        label: t('rates.history.entity'),
        choices: CHANGE_ENTITY_NAMES.map((value) => ({ value, label: t(`rates.entity.${value}`) })),
      },
    ],
    [t],
  );
}

/** Changes of prices and catalogue: done, waiting, scheduled. */
export function ChangesPage() {
  const api = useApi();
  const { t } = useTranslation();
  const list = useListAddress(FILTERS);
  const { q, filters, sort } = list.address;
  const { q: _key, ...position } = list.query;
  const state = oneOf(STATES, filters['state']);
  const entity = oneOf(CHANGE_ENTITY_NAMES, filters['entity']);
  const isPerson = /[@а-яё]/i.test(q);
  const searchQuery = isPerson ? { author: q } : q === '' ? {} : { key: q };
  const order = sort === 'created_at' ? (['created_at'] as const) : sort === '-created_at' ? (['-created_at'] as const) : undefined;
  const changes = useQuery({
    queryKey: [...keys.changes(), 'list', state, entity, q, order, position],
    queryFn: ({ signal }) =>
      api(officeListChanges, { query: { state, entity, ...searchQuery, ...position, sort: order && [...order] }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  const columns = useColumns();
  return (
    <Screen title={t('rates.history.title')}>
      <ListTools list={list} search={t('rates.history.search')} filters={useFilters()} />
      <TableList query={changes} list={list} empty={t('rates.history.none')} caption={t('rates.history.title')} columns={columns} />
    </Screen>
  );
}
