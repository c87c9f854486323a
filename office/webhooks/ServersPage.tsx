import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { WebhookViews } from './WebhookViews.tsx';

function ServerActions({ id, server }: ServerCardProps) {
  const { t } = useTranslation();
  const [isPausing, setPausing] = useState(false);
  const pause = useCommand(officePauseWebhook, { after: [keys.webhooks()], onDone: () => setPausing(false) });
  const resume = useCommand(officeResumeWebhook, { after: [keys.webhooks()] });
  if (isPausing)
    return (
      <ActionForm
        what={t('office_webhooks.servers.pause_what', { host: new URL(server.url).host })}
        submit={t('office_webhooks.servers.pause')}
        note={{ label: t('office_webhooks.servers.note'), isRequired: true }}
        command={pause}
        onSubmit={(note) => pause.run({ params: { id }, body: { note } })}
        onCancel={() => setPausing(false)}
      />
    );
  return (
    <>
      <CommandProblem error={resume.error} />
      <div className="row">
        {server.paused_by === null ? null : (
          <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.run({ params: { id } })}>
            {t('office_webhooks.servers.resume')}
          </Button>
        )}
        {server.paused_by === 'office' ? null : (
          <Button size="xs" variant="default" onClick={() => setPausing(true)}>
            {t('office_webhooks.servers.pause')}
          </Button>
        )}
      </div>
    </>
  );
}

interface ServerCardProps {
  readonly id: string;
  readonly server: OfficeWebhookAttributes;
}

/** A partner's webhook server: health, counts, pause and resume. */
function ServerCard({ id, server }: ServerCardProps) {
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_partners');
  const at = (moment: string | null) => (moment === null ? '—' : clockTime(moment, locale));
  return (
    <>
      <p className="line">
        <strong className="code" translate="no">
          {server.url}
        </strong>
        <span className={server.health === 'taking' ? 'badge' : 'badge person'}>{t(`office_webhooks.health.${server.health}`)}</span>
        {server.mode === 'sandbox' ? <span className="badge">{t('office_webhooks.sandbox')}</span> : null}
      </p>
      <p className="dim">
        <span translate="no">{server.owner}</span>
        {' · '}
        {t('office_webhooks.servers.counts', { waiting: server.waiting, failed: server.failed })}
        {' · '}
        {t('office_webhooks.servers.taken', { at: at(server.last_taken_at) })}
        {server.failing_since === null ? '' : ` · ${t('office_webhooks.servers.failing', { at: at(server.failing_since) })}`}
      </p>
      {server.paused_by === null ? null : (
        <p className="dim">{t(`office_webhooks.paused.${server.paused_by}`, { at: at(server.paused_at) })}</p>
      )}
      {server.paused_reason === null ? null : (
        <p className="note" translate="no">
          {server.paused_reason}
        </p>
      )}
      {mayChange ? <ServerActions id={id} server={server} /> : null}
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
      <ListBody query={rows.query} list={list} empty={t('office_webhooks.servers.none')}>
        <Cards list={rows}>{({ id, attributes }) => <ServerCard id={id} server={attributes} />}</Cards>
      </ListBody>
    </Screen>
  );
}
