import { Button } from '@mantine/core';
import { useState } from 'react';
import { officePauseWebhook, officeResumeWebhook, type OfficeWebhookAttributes } from '#contract/office/customers/webhooks.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { clockTime } from '#office/format/moment.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

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

export interface ServerCardProps {
  readonly id: string;
  readonly server: OfficeWebhookAttributes;
}

/** A partner's webhook server: health, counts, pause and resume. */
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
      {mayChange ? <ServerActions id={id} server={server} /> : null}
    </>
  );
}
