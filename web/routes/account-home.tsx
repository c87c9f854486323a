import { useActionData, useLoaderData, useSearchParams } from 'react-router';
import { AccountHome } from '#web/account/AccountHome.tsx';
import { resendAction } from '#web/account/home.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { loadOverview } from '#web/own-orders/load-overview.ts';
import { Overview } from '#web/own-orders/Overview.tsx';

await loadMessages('own', 'status', 'order');

export const loader = loadOverview;
export const action = resendAction;

/** What has just happened, as a query parameter. */
const NOTICES = ['welcome', 'confirmed', 'sent'] as const;

export default function AccountHomeRoute() {
  const { user, overview } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  return (
    <AccountHome user={user} notice={NOTICES.find((name) => query.has(name)) ?? null} returned={useActionData<typeof action>()}>
      <Overview overview={overview} />
    </AccountHome>
  );
}
