import { useActionData, useLoaderData } from 'react-router';
import { loadRequests, requestAction } from '#web/account/requests/requests.ts';
import { RequestsPage } from '#web/account/requests/RequestsPage.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('reserve_request');

export const loader = loadRequests;
export const action = requestAction;

export default function AccountRequests() {
  return <RequestsPage {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
