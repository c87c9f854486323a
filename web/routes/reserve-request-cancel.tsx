import { useActionData, useLoaderData, type HeadersFunction, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { CancelPage } from '#web/reserve-request/CancelPage.tsx';
import { cancelMailedAction, loadMailedRequest } from '#web/reserve-request/reserve-request-routes.ts';

await loadMessages('reserve_request', 'account');

export const loader = loadMailedRequest;
export const action = cancelMailedAction;
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'reserve_request.cancel.title');

export default function ReserveRequestCancel() {
  return <CancelPage {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
