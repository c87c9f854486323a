import { useLoaderData } from 'react-router';
import { loadOrders } from '#web/account/orders/load-orders.ts';
import { OwnOrdersPage } from '#web/account/orders/OwnOrdersPage.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { FailurePage } from '#web/shell/FailurePage.tsx';

await loadMessages('own', 'status', 'order');

export const loader = loadOrders;

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <FailurePage error={error} />;
}

export default function AccountOrders() {
  return <OwnOrdersPage {...useLoaderData<typeof loader>()} />;
}
