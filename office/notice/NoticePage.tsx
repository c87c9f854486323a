import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeListNotices, officeWithdrawNotice } from '#contract/office/content/public-notice.ts';
import type { Locale } from '#core/locale.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type Edited, NoticeForm } from './NoticeForm.tsx';

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
  const { address, query } = list;
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
      <ListBody query={notices} list={list} empty={t('office_notice.none')}>
        <ListTable
          caption={t('office_notice.history')}
          columns={columnsOf(t, locale, actions)}
          rows={notices.data?.data ?? []}
          idOf={({ id }) => id}
          sort={address.sort}
          onSort={(sort) => list.change({ sort })}
          isBusy={notices.isPlaceholderData}
        />
      </ListBody>
    </Screen>
  );
}
