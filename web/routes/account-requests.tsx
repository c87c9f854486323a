import { useActionData, useLoaderData } from 'react-router';
import { loadRequests, requestAction } from '#web/reserve-request/reserve-request-routes.ts';
import { RequestsPage } from '#web/reserve-request/RequestsPage.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('reserve_request');

export const loader = loadRequests;
export const action = requestAction;

export default function AccountRequests() {
  return <RequestsPage {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
