import { useQuery } from '@tanstack/react-query';
import { SETTINGS_CALLS } from '#contract/office/shop/settings.ts';
import { keys } from '#office/api/keys.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { FrozenWhileEditing } from '#office/editing/Editing.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { AlarmsForm } from './AlarmsForm.tsx';
import { Button } from '@mantine/core';
import { type AlarmTryAttributes, officeGetAlarmTry, officeTryAlarms } from '#contract/office/shop/alarms.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { clockTime } from '#office/format/moment.ts';
import './AlarmsPage.css';

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
            <p className="dim">
              {t('alarms.lead')} {t('alarms.matters')}
            </p>
            <FrozenWhileEditing stored={stored}>{(read) => <AlarmsForm stored={read} />}</FrozenWhileEditing>
            <TryAlarms />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
