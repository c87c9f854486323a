import { useLoaderData } from 'react-router';
import { loadWebhooks } from '#web/account/earnings/webhooks/load-webhooks.ts';
import { WebhooksPage } from '#web/account/earnings/webhooks/WebhooksPage.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('webhooks', 'order');

export const loader = loadWebhooks;

export default function AccountEarningsWebhooks() {
  return <WebhooksPage {...useLoaderData<typeof loader>()} />;
}
