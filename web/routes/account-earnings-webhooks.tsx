import { useLoaderData, type MetaFunction } from 'react-router';
import { loadWebhooks } from '#web/account/earnings/webhooks/load-webhooks.ts';
import { WebhooksPage } from '#web/account/earnings/webhooks/WebhooksPage.tsx';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('webhooks', 'order');

export const loader = loadWebhooks;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'webhooks.title');

export default function AccountEarningsWebhooks() {
  return <WebhooksPage {...useLoaderData<typeof loader>()} />;
}
