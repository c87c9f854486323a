import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { loadReserveRequest, reserveRequestAction } from '#web/reserve-request/reserve-request-routes.ts';
import { ReserveRequestPage } from '#web/reserve-request/ReserveRequestPage.tsx';

await loadMessages('reserve_request', 'account');

export const loader = loadReserveRequest;
export const action = reserveRequestAction;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'reserve_request.page_title');

export default function ReserveRequest() {
  return <ReserveRequestPage {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
