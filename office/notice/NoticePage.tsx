import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { officeListNotices, officeWithdrawNotice } from '#contract/office-public-notice.ts';
import type { Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { clearing, useListAddress } from '#office/lists/use-list-address.ts';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { type Edited, NoticeForm } from './NoticeForm.tsx';

const FILTERS: readonly string[] = [];

interface Deeds {
  readonly onEdit: (row: Edited) => void;
  readonly onWithdraw: (id: string) => void;
}

function RowDeeds({ row, onEdit, onWithdraw }: Deeds & { readonly row: Edited }) {
  const { t } = useWords();
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

const columnsOf = (t: ReturnType<typeof useWords>['t'], locale: Locale, deeds: Deeds | undefined): readonly Column<Edited>[] => [
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
    cell: ({ attributes: one }) => (
      <span translate="no">
        {one.withdrawn_by ?? one.changed_by} <span className="dim">{t('office_notice.revision', { count: one.revision })}</span>
      </span>
    ),
  },
  { key: 'state', label: t('office_notice.state'), cell: ({ attributes }) => t(`office_notice.states.${attributes.state}`) },
  ...(deeds === undefined
    ? []
    : [{ key: 'deed', label: t('office_notice.deed'), cell: (row: Edited) => <RowDeeds row={row} {...deeds} /> }]),
];

/** What all visitors are told: written, planned, changed and taken down; what was told before. */
export function NoticePage() {
  const api = useApi();
  const queries = useQueryClient();
  const { t, locale } = useWords();
  const used = useListAddress(FILTERS);
  const { address, query } = used;
  const mayChange = useOperator().actions.includes('change_notices');
  const [edited, setEdited] = useState<Edited | null>(null);
  const notices = useQuery({
    queryKey: [...keys.notices(), query],
    queryFn: ({ signal }) => api(officeListNotices, { query, signal }),
    refetchInterval: 10_000,
  });
  const down = useMutation({
    mutationFn: (id: string) => api(officeWithdrawNotice, { params: { id } }),
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.notices() }),
  });
  useEffect(() => {
    document.title = t('office_notice.title');
  }, [t]);
  const deeds = mayChange ? { onEdit: setEdited, onWithdraw: (id: string) => down.mutate(id) } : undefined;
  return (
    <>
      <h1>{t('office_notice.title')}</h1>
      <p className="dim">{t('office_notice.lead')}</p>
      {mayChange ? (
        <NoticeForm
          key={edited === null ? 'new' : `${edited.id} ${edited.attributes.revision}`}
          edited={edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
      <h2>{t('office_notice.history')}</h2>
      {down.error === null ? null : (
        <p className="problem" role="alert">
          {problemWords(down.error, t)}
        </p>
      )}
      <ListTools used={used} search={t('office_notice.search')} />
      <ListBody asked={notices} spot={address} onSpot={(spot) => used.change(spot)} empty={t('office_notice.none')} clear={clearing(used)}>
        <ListTable
          caption={t('office_notice.history')}
          columns={columnsOf(t, locale, deeds)}
          rows={notices.data?.data ?? []}
          idOf={({ id }) => id}
          sort={address.sort}
          onSort={(sort) => used.change({ sort })}
          isBusy={notices.isPlaceholderData}
        />
      </ListBody>
    </>
  );
}
