import type { OwnSessionAttributes, SecurityEventAttributes } from '#contract/account/account.ts';
import { clockTime } from '#office/format/moment.ts';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';

const deviceOf = (t: Translation['t'], device: string | null): string => device ?? t('office_door.unknown_device');

export interface SessionListProps<Row extends OwnSessionAttributes> {
  readonly sessions: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** A column with an action on each session. */
  readonly action?: Column<Row>;
}

const sessionColumns = (t: Translation['t'], locale: Translation['locale']): Column<OwnSessionAttributes>[] => [
  {
    key: 'device',
    label: t('office_door.sessions.device'),
    cell: (row) => (
      <>
        {deviceOf(t, row.device)} {row.is_current ? <span className="badge calm">{t('office_door.sessions.this')}</span> : null}
      </>
    ),
  },
  { key: 'ip', label: t('office_door.sessions.ip'), cell: (row) => row.ip ?? '' },
  { key: 'since', label: t('office_door.sessions.since'), cell: (row) => clockTime(row.created_at, locale) },
  { key: 'seen', label: t('office_door.sessions.seen'), cell: (row) => clockTime(row.last_seen_at, locale) },
];

/** Live sessions: device, address, times. */
export function SessionList<Row extends OwnSessionAttributes>({ sessions, idOf, action }: SessionListProps<Row>) {
  const { t, locale } = useTranslation();
  if (sessions.length === 0) return <p className="empty">{t('office_door.sessions.none')}</p>;
  const columns: Column<Row>[] = [...sessionColumns(t, locale), ...(action === undefined ? [] : [action])];
  return <ListTable caption={t('office_door.sessions.title')} columns={columns} rows={sessions} idOf={idOf} />;
}

/** Security events: sign-ins, failures, changes of factors. */
export function EventList({ events }: { readonly events: readonly SecurityEventAttributes[] }) {
  const { t, locale } = useTranslation();
  if (events.length === 0) return <p className="empty">{t('office_door.events.none')}</p>;
  const columns: Column<SecurityEventAttributes>[] = [
    { key: 'topic', label: t('office_door.events.what'), cell: (row) => t(`office_door.topic.${row.topic}`) },
    { key: 'at', label: t('office_door.events.at'), cell: (row) => clockTime(row.at, locale) },
    { key: 'device', label: t('office_door.sessions.device'), cell: (row) => deviceOf(t, row.device) },
    { key: 'ip', label: t('office_door.sessions.ip'), cell: (row) => row.ip ?? '' },
  ];
  return (
    <ListTable
      caption={t('office_door.events.title')}
      columns={columns}
      rows={events}
      idOf={({ at, topic, ip, device }) => `${at} ${topic} ${ip ?? ''} ${device ?? ''}`}
    />
  );
}
