import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type AlarmTryAttributes, officeGetAlarmTry, officeTryAlarms } from '#contract/office/shop/alarms.ts';
import { SETTINGS_CALLS } from '#contract/office/shop/settings.ts';
import { ALARM_CHANNELS, ALARM_RULES, type AlarmChannel } from '#core/staff/alarm.ts';
import { INCIDENT_KINDS, type IncidentKind } from '#core/staff/incident.ts';
import { CallFailure } from '#office/api/call-failure.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { FrozenWhileEditing, OutdatedNotice } from '#office/editing/Editing.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { CommandProblem, FormProblem } from '#office/form/FormProblem.tsx';
import { Checkbox, Textarea, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { clockTime } from '#office/format/moment.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import './AlarmsPage.css';

type AlarmSettings = z.output<typeof SETTINGS_CALLS.alarms.save.reply.attributes>;
type SilentKinds = Readonly<Record<AlarmChannel, readonly IncidentKind[]>>;

function KindChannel({ kind, channel, silent, onChange }: KindsProps & { readonly kind: IncidentKind; readonly channel: AlarmChannel }) {
  const { t } = useTranslation();
  const { isCritical, channels } = ALARM_RULES[kind];
  if (!channels.includes(channel)) return <span className="dim">{t('alarms.never')}</span>;
  if (isCritical) return t('alarms.always');
  const isSilent = silent[channel].includes(kind);
  return (
    <Checkbox
      aria-label={`${t(`office.incident.kind.${kind}`)}: ${t(`alarms.${channel}`)}`}
      checked={!isSilent}
      onChange={() =>
        onChange({ ...silent, [channel]: isSilent ? silent[channel].filter((silenced) => silenced !== kind) : [...silent[channel], kind] })
      }
    />
  );
}

interface KindsProps {
  readonly silent: SilentKinds;
  readonly onChange: (silent: SilentKinds) => void;
}

const columnsOf = (t: Translation['t'], props: KindsProps): readonly Column<IncidentKind>[] => [
  { key: 'kind', label: t('alarms.kind'), cell: (kind) => t(`office.incident.kind.${kind}`) },
  ...ALARM_CHANNELS.map((channel) => ({
    key: channel,
    label: t(`alarms.${channel}`),
    cell: (kind: IncidentKind) => <KindChannel {...props} kind={kind} channel={channel} />,
  })),
];

/** Kinds of incidents by channel; critical ones cannot be switched off. */
function Kinds(props: KindsProps) {
  const { t } = useTranslation();
  return (
    <ListTable
      className="alarm-kinds"
      caption={t('alarms.kinds')}
      isCaptionVisible
      columns={columnsOf(t, props)}
      rows={INCIDENT_KINDS}
      idOf={(kind) => kind}
    />
  );
}

/** A refusal of one address is shown at the field of all. */
const emailProblem = (error: unknown): string | undefined =>
  error instanceof CallFailure ? error.failure.errors.find(({ field }) => field?.startsWith('emails') === true)?.message : undefined;

/** Where alarms go: chat, e-mail addresses, kinds by channel. */
function AlarmsForm({ stored }: { readonly stored: AlarmSettings }) {
  const { t } = useTranslation();
  const form = useFields<{ telegram_chat: string; emails: string; staff_by_mail: boolean; silent: SilentKinds }>({
    telegram_chat: stored.telegram_chat ?? '',
    emails: stored.emails.join('\n'),
    staff_by_mail: stored.staff_by_mail,
    silent: { mail: stored.not_by_mail, telegram: stored.not_by_telegram },
  });
  const { telegram_chat: chat, emails, staff_by_mail: staffByMail, silent } = form.values;
  const save = useCommand(SETTINGS_CALLS.alarms.save, { after: [keys.alarms()], success: t('alarms.saved'), onDone: form.markSaved });
  const submit = () => {
    const body = {
      telegram_chat: chat.trim() === '' ? null : chat.trim(),
      emails: emails.split(/[\s,;]+/).filter((email) => email !== ''),
      staff_by_mail: staffByMail,
      not_by_mail: [...silent.mail],
      not_by_telegram: [...silent.telegram],
      version: stored.version,
    };
    save.run({ body });
  };
  const wrongEmail = emailProblem(save.error);
  return (
    <CheckedForm command={save} onSubmit={submit} className="sheet alarms">
      <TextInput label={t('alarms.chat')} description={t('alarms.chat_hint')} {...form.text('telegram_chat')} />
      <Textarea
        label={t('alarms.emails')}
        description={t('alarms.emails_hint')}
        autosize
        minRows={2}
        {...form.text('emails')}
        error={wrongEmail}
      />
      <Checkbox {...form.check('staff_by_mail')} label={t('alarms.staff')} />
      <Kinds silent={silent} onChange={(next) => form.set({ silent: next })} />
      <OutdatedNotice when={form.isOutdated && !save.isPending} onRenew={form.renew} />
      {wrongEmail === undefined ? <FormProblem /> : null}
      <div className="row">
        <Button type="submit" loading={save.isPending}>
          {t('alarms.save')}
        </Button>
      </div>
    </CheckedForm>
  );
}

const OWN_PROBLEMS = ['no_bot', 'no_chat'];

function TryResult({ test }: { readonly test: AlarmTryAttributes }) {
  const { t, locale } = useTranslation();
  if (test.asked_at === null) return null;
  if (test.sent_at !== null) return t('alarms.tried.sent', { at: clockTime(test.sent_at, locale) });
  if (test.problem === null) return t('alarms.tried.waiting');
  return OWN_PROBLEMS.includes(test.problem) ? t(`alarms.tried.${test.problem}`) : t('alarms.tried.failed', { reason: test.problem });
}

/** Sends a test alarm and shows its result. */
function TryAlarms() {
  const api = useApi();
  const { t } = useTranslation();
  const queryKey = [...keys.alarms(), 'try'];
  const last = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api(officeGetAlarmTry, { signal })).data.attributes,
    refetchInterval: 2_000,
  });
  const send = useCommand(officeTryAlarms, { after: [queryKey] });
  return (
    <section className="sheet alarms">
      <p className="dim">{t('alarms.try_hint')}</p>
      <div className="row">
        <Button variant="default" loading={send.isPending} onClick={() => send.run({ body: {} })}>
          {t('alarms.try')}
        </Button>
        <output>{last.data === undefined ? null : <TryResult test={last.data} />}</output>
      </div>
      <CommandProblem error={send.error} />
    </section>
  );
}

/** How alarms reach people who have no office open (domain 11). */
export function AlarmsPage() {
  const api = useApi();
  const { t } = useTranslation();
  const settings = useQuery({
    queryKey: keys.alarms(),
    queryFn: async ({ signal }) => (await api(SETTINGS_CALLS.alarms.read, { signal })).data.attributes,
  });
  return (
    <Screen title={t('alarms.title')}>
      <Loaded query={settings}>
        {(stored) => (
          <>
            <p className="dim">{t('alarms.matters')}</p>
            <FrozenWhileEditing stored={stored}>{(read) => <AlarmsForm stored={read} />}</FrozenWhileEditing>
            <TryAlarms />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
