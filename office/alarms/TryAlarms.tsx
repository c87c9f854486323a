import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AlarmTryAttributes, officeGetAlarmTry, officeTryAlarms } from '#contract/office-alarms.ts';
import { keys } from '#office/api/keys.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { useWords } from '#office/words/Words.tsx';

const OURS = ['no_bot', 'no_chat'];

function Told({ one }: { readonly one: AlarmTryAttributes }) {
  const { t, locale } = useWords();
  if (one.asked_at === null) return null;
  if (one.sent_at !== null) return t('alarms.tried.sent', { at: clockTime(one.sent_at, locale) });
  if (one.problem === null) return t('alarms.tried.waiting');
  return OURS.includes(one.problem) ? t(`alarms.tried.${one.problem}`) : t('alarms.tried.failed', { reason: one.problem });
}

/** Sends a test and tells what became of it. */
export function TryAlarms() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const queryKey = [...keys.alarms(), 'try'];
  const last = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api(officeGetAlarmTry, { signal })).data.attributes,
    refetchInterval: 2_000,
  });
  const send = useMutation({
    mutationFn: () => api(officeTryAlarms, { body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <section className="sheet alarms">
      <p className="dim">{t('alarms.try_hint')}</p>
      <div className="row">
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {t('alarms.try')}
        </Button>
        <output>{last.data === undefined ? null : <Told one={last.data} />}</output>
      </div>
      {send.isError ? (
        <p className="problem" role="alert">
          {problemWords(send.error, t)}
        </p>
      ) : null}
    </section>
  );
}
