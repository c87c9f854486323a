import { useQuery } from '@tanstack/react-query';
import { SETTINGS_CALLS } from '#contract/office/shop/settings.ts';
import { keys } from '#office/api/keys.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { FrozenWhileEditing } from '#office/editing/FrozenWhileEditing.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { AlarmsForm } from './AlarmsForm.tsx';
import { TryAlarms } from './TryAlarms.tsx';
import './AlarmsPage.css';

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
            <FrozenWhileEditing stored={stored}>{(read) => <AlarmsForm known={read} />}</FrozenWhileEditing>
            <TryAlarms />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
