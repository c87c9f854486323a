import { useLoaderData } from 'react-router';
import { loadOrders } from '#web/own-orders/load-orders.ts';
import { OwnOrdersPage } from '#web/own-orders/OwnOrdersPage.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { FailurePage } from '#web/layout/FailurePage.tsx';

await loadMessages('own', 'status', 'order');

export const loader = loadOrders;

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <FailurePage error={error} />;
}

export default function AccountOrders() {
  return <OwnOrdersPage {...useLoaderData<typeof loader>()} />;
}
