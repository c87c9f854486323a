import { useLoaderData, type MetaFunction } from 'react-router';
import { DeliveryPage } from '#web/earnings/webhooks/DeliveryPage.tsx';
import { loadDelivery } from '#web/earnings/webhooks/load-webhooks.ts';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('webhooks');

export const loader = loadDelivery;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'webhooks.delivery_title');

export default function AccountEarningsWebhook() {
  return <DeliveryPage {...useLoaderData<typeof loader>()} />;
}
