import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SETTINGS_CALLS } from '#contract/office-settings.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Steady } from '#office/in-hand/Steady.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { AlarmsForm } from './AlarmsForm.tsx';
import { TryAlarms } from './TryAlarms.tsx';

/** How alarms reach people who have no office open (domain 11). */
export function AlarmsPage() {
  const api = useApi();
  const { t } = useWords();
  const settings = useQuery({
    queryKey: keys.alarms(),
    queryFn: async ({ signal }) => (await api(SETTINGS_CALLS.alarms.read, { signal })).data.attributes,
  });
  useEffect(() => {
    document.title = t('alarms.title');
  }, [t]);
  if (settings.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (settings.data === undefined) return <Problem error={settings.error} retry={() => void settings.refetch()} />;
  return (
    <>
      <h1>{t('alarms.title')}</h1>
      <p className="dim">
        {t('alarms.lead')} {t('alarms.matters')}
      </p>
      <Steady stored={settings.data}>{(read) => <AlarmsForm known={read} />}</Steady>
      <TryAlarms />
    </>
  );
}
