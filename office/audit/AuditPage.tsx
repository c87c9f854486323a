import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import type { Resource } from '#contract/document.ts';
import { type AuditRecordAttributes, officeAuditCsv, officeListAuditRecords } from '#contract/office-audit.ts';
import { urlOf } from '#contract/call.ts';
import { ChangeItemDocument } from '#contract/office-changes.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { ItemList } from '#office/changes/ChangeItems.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { clearing, useListAddress } from '#office/lists/use-list-address.ts';
import { Copy } from '#office/pieces/Copy.tsx';
import { Details } from '#office/pieces/Details.tsx';
import { deedWords } from './deed-words.ts';
import { useWords, type Words } from '#office/words/Words.tsx';

type Row = Resource<AuditRecordAttributes>;

const FILTERS = ['action', 'from', 'to'] as const;

/** In words, with the code that searches and exports know it by. */
function Deed({ action }: { readonly action: string }) {
  const { t } = useWords();
  const words = deedWords(action, t);
  if (words === action) return <span className="code">{action}</span>;
  return (
    <>
      {words} <small className="code dim">{action}</small>
    </>
  );
}

function subjectWords(t: Words['t'], type: string): string {
  const key = `office_staff.audit.about.${type}`;
  return t(key) === key ? type : t(key);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
/** Enough to tell one from another; the whole is copied. */
const shortId = (id: string): string => (UUID.test(id) ? `${id.slice(0, 8)}…` : id);

/** All that a line holds; the things of a change by their fields. */
function Told({ detail }: { readonly detail: AuditRecordAttributes['detail'] }) {
  const { items, ...others } = detail;
  const changed = z.safeParse(z.array(ChangeItemDocument), items);
  return (
    <>
      <Details detail={changed.success ? others : detail} />
      {changed.success ? <ItemList items={changed.data} /> : null}
    </>
  );
}

const columnsOf = (t: Words['t'], locale: Words['locale']): Column<Row>[] => [
  {
    key: 'at',
    label: t('office_staff.audit.at'),
    cell: ({ attributes: one }) => <span className="unbroken">{clockTime(one.at, locale)}</span>,
  },
  { key: 'actor', label: t('office_staff.audit.actor'), cell: ({ attributes: one }) => one.actor ?? one.actor_id },
  { key: 'action', label: t('office_staff.audit.action'), cell: ({ attributes: one }) => <Deed action={one.action} /> },
  {
    key: 'subject',
    label: t('office_staff.audit.subject'),
    cell: ({ attributes: one }) => (
      <>
        {subjectWords(t, one.subject_type)} <Copy value={one.subject_id} shown={shortId(one.subject_id)} />
      </>
    ),
  },
  {
    key: 'detail',
    label: t('office_staff.audit.detail'),
    cell: ({ attributes: one }) =>
      Object.keys(one.detail).length === 0 ? null : (
        <details>
          <summary className="unbroken">{t('office_staff.audit.show')}</summary>
          <Told detail={one.detail} />
        </details>
      ),
  },
];

/** What operators did: searched by person, deed, subject and day; the signed end of the chain to be kept elsewhere. */
export function AuditPage() {
  const api = useApi();
  const { t, locale } = useWords();
  const used = useListAddress(FILTERS);
  const { address, change, query } = used;
  const asked = { ...query, ...address.filters };
  const records = useQuery({
    queryKey: [...keys.audit(), asked],
    queryFn: ({ signal }) => api(officeListAuditRecords, { query: asked, signal }),
    placeholderData: (before) => before,
    refetchInterval: 30_000,
  });
  useEffect(() => {
    document.title = t('office_staff.audit.title');
  }, [t]);
  const meta = records.data?.meta as { readonly head?: string | null; readonly actions?: readonly string[] } | undefined;
  const setDay = (name: 'from' | 'to', value: string) => {
    const { [name]: _before, ...others } = address.filters;
    change({ filters: value === '' ? others : { ...others, [name]: value } });
  };
  const exported = { ...(address.q === '' ? {} : { q: address.q }), ...address.filters };
  return (
    <>
      <h1>{t('office_staff.audit.title')}</h1>
      <ListTools
        used={used}
        search={t('office_staff.audit.search')}
        filters={[
          {
            name: 'action',
            label: t('office_staff.audit.action'),
            choices: (meta?.actions ?? []).map((value) => ({ value, label: deedWords(value, t) })),
          },
        ]}
      >
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            size="xs"
            type="date"
            label={t(`office_staff.audit.${name}`)}
            className="audit-day"
            value={address.filters[name] ?? ''}
            onChange={(event) => setDay(name, event.currentTarget.value)}
          />
        ))}
        <Button component="a" size="xs" variant="default" href={urlOf(officeAuditCsv, { query: exported })} download>
          {t('office_staff.audit.csv')}
        </Button>
      </ListTools>
      <ListBody asked={records} spot={address} onSpot={change} empty={t('office_staff.audit.none')} clear={clearing(used)}>
        <ListTable
          caption={t('office_staff.audit.title')}
          columns={columnsOf(t, locale)}
          rows={records.data?.data ?? []}
          idOf={({ id }) => id}
          isBusy={records.isPlaceholderData}
        />
      </ListBody>
      {meta?.head == null ? null : (
        <p className="dim audit-head">
          {t('office_staff.audit.head')} <Copy value={meta.head} shown={`${meta.head.slice(0, 24)}…`} />
        </p>
      )}
    </>
  );
}
