import { useLoaderData } from 'react-router';
import { DeliveryPage } from '#web/account/earnings/webhooks/DeliveryPage.tsx';
import { loadDelivery } from '#web/account/earnings/webhooks/load-webhooks.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('webhooks');

export const loader = loadDelivery;

export default function AccountEarningsWebhook() {
  return <DeliveryPage {...useLoaderData<typeof loader>()} />;
}
