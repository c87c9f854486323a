import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import {
  officeListWebhooks,
  officePauseWebhook,
  officeResumeWebhook,
  type OfficeWebhookAttributes,
  WEBHOOK_HEALTHS,
} from '#contract/office/customers/webhooks.ts';
import { oneOf } from '#core/closed-list.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Screen } from '#office/components/Screen.tsx';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { hourOfDay } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { WebhookViews } from './WebhookViews.tsx';
import './ServersPage.css';

interface PauseFormProps extends ServerCardProps {
  readonly onClose: () => void;
}

function PauseForm({ id, server, onClose }: PauseFormProps) {
  const { t } = useTranslation();
  const pause = useCommand(officePauseWebhook, { after: [keys.webhooks()], onDone: onClose });
  return (
    <ActionForm
      what={t('office_webhooks.servers.pause_what', { host: new URL(server.url).host })}
      submit={t('office_webhooks.servers.pause')}
      note={{ label: t('office_webhooks.servers.note'), isRequired: true }}
      command={pause}
      onSubmit={(note) => pause.run({ params: { id }, body: { note } })}
      onCancel={onClose}
    />
  );
}

function ServerActions({ id, server, onPause }: ServerCardProps & { readonly onPause: () => void }) {
  const { t } = useTranslation();
  const resume = useCommand(officeResumeWebhook, { after: [keys.webhooks()] });
  return (
    <div className="row server-actions">
      {server.paused_by === null ? null : (
        <Button size="xs" loading={resume.isPending} onClick={() => resume.run({ params: { id } })}>
          {t('office_webhooks.servers.resume')}
        </Button>
      )}
      {server.paused_by === 'office' ? null : (
        <Button size="xs" variant="default" onClick={onPause}>
          {t('office_webhooks.servers.pause')}
        </Button>
      )}
      <CommandProblem error={resume.error} />
    </div>
  );
}

interface ServerCardProps {
  readonly id: string;
  readonly server: OfficeWebhookAttributes;
}

/** Events of a server that wait or were not delivered, each a link to them; nothing when there are none. */
function EventCounts({ server: { url, waiting, failed } }: Pick<ServerCardProps, 'server'>) {
  const { t } = useTranslation();
  const { host } = new URL(url);
  const counts = [
    { key: 'failed', count: failed, to: paths.webhooks(host) },
    { key: 'waiting', count: waiting, to: paths.webhooks(host, 'pending') },
  ].filter(({ count }) => count > 0);
  if (counts.length === 0) return t('office_webhooks.servers.all_taken');
  return counts.map(({ key, count, to }, index) => (
    <Fragment key={key}>
      {index === 0 ? null : ' · '}
      <Link to={to}>{t(`office_webhooks.servers.${key}`, { count })}</Link>
    </Fragment>
  ));
}

/** Why a server gets nothing, and what happens next. */
function Trouble({ server }: Pick<ServerCardProps, 'server'>) {
  const { t, locale } = useTranslation();
  const { paused_by: pausedBy, paused_at: pausedAt, paused_reason: reason, failing_since: failingSince } = server;
  if (pausedBy === null && failingSince === null) return null;
  const at = (moment: string | null) => (moment === null ? '—' : hourOfDay(moment, locale));
  return (
    <>
      <p>
        {pausedBy === null
          ? t('office_webhooks.servers.failing', { at: at(failingSince) })
          : t(`office_webhooks.paused.${pausedBy}`, { at: at(pausedAt) })}
        {reason === null ? '' : ': '}
        <span translate="no">{reason}</span>
      </p>
      <p className="dim">{t(`office_webhooks.servers.next_step.${pausedBy === null ? 'failing' : 'paused'}`)}</p>
    </>
  );
}

/** A partner's webhook server: health, counts, pause and resume. */
function ServerCard({ id, server }: ServerCardProps) {
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_partners');
  const [isPausing, setPausing] = useState(false);
  const taken = server.last_taken_at;
  return (
    <>
      <div className="server-head">
        <p className="line">
          <strong className="code" translate="no">
            {server.url}
          </strong>
          <span className={server.health === 'taking' ? 'badge' : 'badge person'}>{t(`office_webhooks.health.${server.health}`)}</span>
          {server.mode === 'sandbox' ? <span className="badge">{t('office_webhooks.sandbox')}</span> : null}
        </p>
        {mayChange && !isPausing ? <ServerActions id={id} server={server} onPause={() => setPausing(true)} /> : null}
      </div>
      <Trouble server={server} />
      <p>
        <EventCounts server={server} />
        <span className="dim">
          {' · '}
          {taken === null ? t('office_webhooks.servers.never_taken') : t('office_webhooks.servers.taken', { at: hourOfDay(taken, locale) })}
          {' · '}
          <Link to={paths.partners(server.owner)} translate="no">
            {server.owner}
          </Link>
        </span>
      </p>
      {isPausing ? <PauseForm id={id} server={server} onClose={() => setPausing(false)} /> : null}
    </>
  );
}

const FILTERS = ['health'] as const;
const POLL_MS = 10_000;

/** Partners' webhook servers with their health, failing ones first. */
export function ServersPage() {
  const api = useApi();
  const { t } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const health = oneOf(WEBHOOK_HEALTHS, address.filters['health']);
  const queryKey = [...keys.webhooks(), 'servers', health, query];
  const servers = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListWebhooks, { query: { health, ...query }, signal }),
    refetchInterval: POLL_MS,
  });
  const rows = useRowsWhileEditing(servers, queryKey);
  return (
    <Screen title={t('office_webhooks.servers.title')}>
      <WebhookViews />
      <ListTools
        list={list}
        search={t('office_webhooks.servers.search')}
        filters={[
          {
            name: 'health',
            label: t('office_webhooks.servers.any'),
            choices: WEBHOOK_HEALTHS.map((value) => ({ value, label: t(`office_webhooks.health.${value}`) })),
          },
        ]}
      />
      <ListBody
        query={rows.query}
        list={list}
        empty={t('office_webhooks.servers.none')}
        next={{ to: paths.partners(), label: t('office_webhooks.servers.partners') }}
      >
        <Cards list={rows}>{({ id, attributes }) => <ServerCard id={id} server={attributes} />}</Cards>
      </ListBody>
    </Screen>
  );
}
