import { useActionData, useLoaderData } from 'react-router';
import { DataPage } from '#web/settings/personal-data/DataPage.tsx';
import { dataAction, loadData } from '#web/settings/personal-data/own-data.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('own');

export const loader = loadData;
export const action = dataAction;

export default function AccountData() {
  return <DataPage {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
