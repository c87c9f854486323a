import { useActionData, useLoaderData, type HeadersFunction, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { ConfirmPage } from '#web/withdrawals/ConfirmPage.tsx';
import { confirmAction, loadConfirmation } from '#web/withdrawals/withdrawal-routes.ts';

await loadMessages('withdrawal', 'account', 'order');

export const loader = loadConfirmation;
export const action = confirmAction;
/** The URL contains a token: the page is not cached and sends no referrer to other sites. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'withdrawal.confirm.page_title');

export default function WithdrawalConfirm() {
  const loaded = useLoaderData<typeof loader>();
  const returned = useActionData<typeof action>();
  const confirmed = returned !== undefined && 'isConfirmed' in returned ? returned : undefined;
  return <ConfirmPage {...loaded} confirmed={confirmed} returned={returned !== undefined && 'errors' in returned ? returned : undefined} />;
}
