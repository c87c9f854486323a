import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { officePauseWebhook, officeResumeWebhook, type OfficeWebhookAttributes } from '#contract/office/customers/webhooks.ts';
import { keys } from '#office/api/keys.ts';
import { problemMessage } from '#office/api/problem.ts';
import { statusOf } from '#office/api/call-failure.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** One deed on a server: an answer that was lost is asked for again under the same key. */
function useDeed(deed: (note: string, idempotencyKey: string) => Promise<unknown>, onDone: () => void) {
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (note: string) => {
      key.current ??= crypto.randomUUID();
      return deed(note, key.current);
    },
    onSuccess: onDone,
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.webhooks() });
    },
  });
}

function Deeds({ id, server }: ServerCardProps) {
  const api = useApi();
  const { t } = useTranslation();
  const [isPausing, setPausing] = useState(false);
  const params = { id };
  const pausing = useDeed(
    (note, idempotencyKey) => api(officePauseWebhook, { params, body: { note }, idempotencyKey }),
    () => setPausing(false),
  );
  const resuming = useDeed(
    (_note, idempotencyKey) => api(officeResumeWebhook, { params, idempotencyKey }),
    () => undefined,
  );
  if (isPausing)
    return (
      <ActionForm
        what={t('office_webhooks.servers.pause_what', { host: new URL(server.url).host })}
        submit={t('office_webhooks.servers.pause')}
        note={{ label: t('office_webhooks.servers.note'), isRequired: true }}
        command={pausing}
        onSubmit={(note) => pausing.mutate(note)}
        onCancel={() => setPausing(false)}
      />
    );
  return (
    <>
      {resuming.isError ? (
        <p className="problem" role="alert">
          {problemMessage(resuming.error, t)}
        </p>
      ) : null}
      <div className="row">
        {server.paused_by === null ? null : (
          <Button size="xs" variant="default" loading={resuming.isPending} onClick={() => resuming.mutate('')}>
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

export interface ServerCardProps {
  readonly id: string;
  readonly server: OfficeWebhookAttributes;
}

/** One server of a partner: how it does, since when, and what can be done about it. */
export function ServerCard({ id, server }: ServerCardProps) {
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
      {mayChange ? <Deeds id={id} server={server} /> : null}
    </>
  );
}
