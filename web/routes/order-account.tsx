import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { FailurePage } from '#web/layout/FailurePage.tsx';
import { FromOrderForm } from '#web/sign-in/FromOrderForm.tsx';
import { fromOrderAction, loadFromOrder } from '#web/sign-in/sign-up.ts';

await loadMessages('account');

export const loader = loadFromOrder;
export const action = fromOrderAction;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'account.from_order.page_title');

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <FailurePage error={error} subject="order" />;
}

export default function OrderAccount() {
  return <FromOrderForm {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
