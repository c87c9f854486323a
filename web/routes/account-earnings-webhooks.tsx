import { useLoaderData, type MetaFunction } from 'react-router';
import { loadWebhooks } from '#web/earnings/webhooks/load-webhooks.ts';
import { WebhooksPage } from '#web/earnings/webhooks/WebhooksPage.tsx';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('webhooks', 'order');

export const loader = loadWebhooks;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'webhooks.title');

export default function AccountEarningsWebhooks() {
  return <WebhooksPage {...useLoaderData<typeof loader>()} />;
}
