import { Button, Checkbox } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { SETTINGS_CALLS } from '#contract/office-settings.ts';
import { ALARM_RULES, ALARM_WAYS, type AlarmWay } from '#core/alarm.ts';
import { INCIDENT_KINDS, type IncidentKind } from '#core/incident.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { CallFailure, useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { Gone } from '#office/in-hand/Gone.tsx';
import { useTyped } from '#office/in-hand/use-typed.ts';
import { useWords } from '#office/words/Words.tsx';

type Known = z.output<typeof SETTINGS_CALLS.alarms.save.reply.attributes>;
type Silent = Readonly<Record<AlarmWay, readonly IncidentKind[]>>;

function KindWay({ kind, way, silent, onChange }: KindsProps & { readonly kind: IncidentKind; readonly way: AlarmWay }) {
  const { t } = useWords();
  const { matters, ways } = ALARM_RULES[kind];
  if (!ways.includes(way)) return <span className="dim">{t('alarms.never')}</span>;
  if (matters) return t('alarms.always');
  const isSilent = silent[way].includes(kind);
  return (
    <Checkbox
      aria-label={`${t(`office.incident.kind.${kind}`)}: ${t(`alarms.${way}`)}`}
      checked={!isSilent}
      onChange={() => onChange({ ...silent, [way]: isSilent ? silent[way].filter((one) => one !== kind) : [...silent[way], kind] })}
    />
  );
}

interface KindsProps {
  readonly silent: Silent;
  readonly onChange: (silent: Silent) => void;
}

/** What goes which way; what matters stands fast. */
function Kinds(props: KindsProps) {
  const { t } = useWords();
  return (
    <table className="alarm-kinds">
      <caption>{t('alarms.kinds')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('alarms.kind')}</th>
          {ALARM_WAYS.map((way) => (
            <th key={way} scope="col">
              {t(`alarms.${way}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {INCIDENT_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`office.incident.kind.${kind}`)}</th>
            {ALARM_WAYS.map((way) => (
              <td key={way}>
                <KindWay {...props} kind={kind} way={way} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is wrong with one of the addresses stands at the field of all. */
const emailProblem = (error: unknown): string | undefined =>
  error instanceof CallFailure ? error.failure.errors.find(({ field }) => field?.startsWith('emails') === true)?.message : undefined;

function useSaving(onSaved: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  return useMutation({
    mutationFn: (body: Parameters<typeof api<typeof SETTINGS_CALLS.alarms.save>>[1]['body']) => api(SETTINGS_CALLS.alarms.save, { body }),
    async onSuccess() {
      notifications.show({ message: t('alarms.saved') });
      onSaved();
      await queries.invalidateQueries({ queryKey: keys.alarms() });
    },
  });
}

/** The shop's chat, its addresses, and what goes there. */
export function AlarmsForm({ known }: { readonly known: Known }) {
  const { t } = useWords();
  const { typed, setTyped, isGone, markSaved, renew } = useTyped<{
    readonly chat: string;
    readonly emails: string;
    readonly staff: boolean;
    readonly silent: Silent;
  }>({
    chat: known.telegram_chat ?? '',
    emails: known.emails.join('\n'),
    staff: known.staff_by_mail,
    silent: { mail: known.not_by_mail, telegram: known.not_by_telegram },
  });
  const { chat, emails, staff, silent } = typed;
  const change = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...part }));
  const save = useSaving(markSaved);
  const submit = () => {
    save.mutate({
      telegram_chat: chat.trim() === '' ? null : chat.trim(),
      emails: emails.split(/[\s,;]+/).filter((one) => one !== ''),
      staff_by_mail: staff,
      not_by_mail: [...silent.mail],
      not_by_telegram: [...silent.telegram],
      version: known.version,
    });
  };
  const [wrongChat, wrongEmail] = [fieldProblem(save.error, 'telegram_chat'), emailProblem(save.error)];
  return (
    <CheckedForm onSubmit={submit} className="sheet alarms">
      <TextInput
        label={t('alarms.chat')}
        description={t('alarms.chat_hint')}
        value={chat}
        error={wrongChat}
        onChange={({ currentTarget }) => change({ chat: currentTarget.value })}
      />
      <Textarea
        label={t('alarms.emails')}
        description={t('alarms.emails_hint')}
        autosize
        minRows={2}
        value={emails}
        error={wrongEmail}
        onChange={({ currentTarget }) => change({ emails: currentTarget.value })}
      />
      <Checkbox label={t('alarms.staff')} checked={staff} onChange={({ currentTarget }) => change({ staff: currentTarget.checked })} />
      <Kinds silent={silent} onChange={(next) => change({ silent: next })} />
      <Gone when={isGone && !save.isPending} onRenew={renew} />
      {save.isError && wrongChat === undefined && wrongEmail === undefined ? (
        <p className="problem" role="alert">
          {problemWords(save.error, t)}
        </p>
      ) : null}
      <div className="row">
        <Button type="submit" loading={save.isPending}>
          {t('alarms.save')}
        </Button>
      </div>
    </CheckedForm>
  );
}
