import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Resource } from '#contract/document.ts';
import { type AuditRecordAttributes, officeAuditCsv, officeListAuditRecords } from '#contract/office/shop/audit.ts';
import { urlOf } from '#contract/call.ts';
import { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { ItemList } from '#office/changes/ChangeDetails.tsx';
import { clockTime } from '#office/format/moment.ts';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { CsvLink, filtersOf, ListDays } from '#office/lists/ListExport.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { Copy } from '#office/components/Copy.tsx';
import { Details } from '#office/components/FactList.tsx';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { LedgerChain } from './LedgerChain.tsx';

type Row = Resource<AuditRecordAttributes>;

const FILTERS = ['action', 'from', 'to'] as const;

/** Name of an audited action (`core/staff/audit-action.ts`). An action of an earlier release without a message has its code. */
function auditActionName(action: string, t: Translation['t']): string {
  const message = [`office.deed.${action}`, `office_staff.deed.${action}`]
    .map((key) => ({ key, text: t(key) as unknown }))
    .find(({ key, text }) => typeof text === 'string' && text !== key && !text.startsWith('key '));
  return message === undefined ? action : String(message.text);
}

/** The action's name with its code, which searches and exports use. */
function AuditedAction({ action }: { readonly action: string }) {
  const { t } = useTranslation();
  const name = auditActionName(action, t);
  if (name === action) return <span className="code">{action}</span>;
  return (
    <>
      {name} <small className="code dim">{action}</small>
    </>
  );
}

function subjectText(t: Translation['t'], type: string): string {
  const key = `office_staff.audit.about.${type}`;
  return t(key) === key ? type : t(key);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
/** Shortened id; copying gives the whole. */
const shortId = (id: string): string => (UUID.test(id) ? `${id.slice(0, 8)}…` : id);

/** Details of a record; changed items by their fields. */
function RecordDetail({ detail }: { readonly detail: AuditRecordAttributes['detail'] }) {
  const { items, ...others } = detail;
  const changed = z.safeParse(z.array(ChangeItemDocument), items);
  return (
    <>
      <Details detail={changed.success ? others : detail} />
      {changed.success ? <ItemList items={changed.data} /> : null}
    </>
  );
}

const columnsOf = (t: Translation['t'], locale: Translation['locale']): Column<Row>[] => [
  {
    key: 'at',
    label: t('office_staff.audit.at'),
    cell: ({ attributes: entry }) => <span className="unbroken">{clockTime(entry.at, locale)}</span>,
  },
  { key: 'actor', label: t('office_staff.audit.actor'), cell: ({ attributes: entry }) => entry.actor ?? entry.actor_id },
  { key: 'action', label: t('office_staff.audit.action'), cell: ({ attributes: entry }) => <AuditedAction action={entry.action} /> },
  {
    key: 'subject',
    label: t('office_staff.audit.subject'),
    cell: ({ attributes: entry }) => (
      <>
        {subjectText(t, entry.subject_type)} <Copy value={entry.subject_id} shown={shortId(entry.subject_id)} />
      </>
    ),
  },
  {
    key: 'detail',
    label: t('office_staff.audit.detail'),
    cell: ({ attributes: entry }) =>
      Object.keys(entry.detail).length === 0 ? null : (
        <details>
          <summary className="unbroken">{t('office_staff.audit.show')}</summary>
          <RecordDetail detail={entry.detail} />
        </details>
      ),
  },
];

/** The audit log: search by operator, action, subject and day; the signed head of the chain, to be stored elsewhere. */
export function AuditPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const recordQuery = { ...query, ...address.filters };
  const records = useQuery({
    queryKey: [...keys.audit(), recordQuery],
    queryFn: ({ signal }) => api(officeListAuditRecords, { query: recordQuery, signal }),
    placeholderData: (before) => before,
    refetchInterval: 30_000,
  });
  const meta = records.data?.meta as { readonly head?: string | null; readonly actions?: readonly string[] } | undefined;
  return (
    <Screen title={t('office_staff.audit.title')}>
      <ListTools
        list={list}
        search={t('office_staff.audit.search')}
        filters={[
          {
            name: 'action',
            label: t('office_staff.audit.action'),
            choices: (meta?.actions ?? []).map((value) => ({ value, label: auditActionName(value, t) })),
          },
        ]}
      >
        <ListDays list={list} />
        <CsvLink href={urlOf(officeAuditCsv, { query: filtersOf(list) })} />
      </ListTools>
      <TableList
        query={records}
        list={list}
        empty={t('office_staff.audit.none')}
        caption={t('office_staff.audit.title')}
        columns={columnsOf(t, locale)}
      />
      {meta?.head == null ? null : (
        <p className="dim part">
          {t('office_staff.audit.head')} <Copy value={meta.head} shown={`${meta.head.slice(0, 24)}…`} />
        </p>
      )}
      <LedgerChain />
    </Screen>
  );
}
