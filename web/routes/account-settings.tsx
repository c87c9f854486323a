import { useActionData, useLoaderData, useSearchParams } from 'react-router';
import { Settings } from '#web/settings/Settings.tsx';
import { loadSettings, settingsAction } from '#web/settings/settings-routes.ts';

export const loader = loadSettings;
export const action = settingsAction;

export default function AccountSettings() {
  const { user, hasPassword } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  return <Settings user={user} hasPassword={hasPassword} saved={query.get('saved')} returned={useActionData<typeof action>()} />;
}
