import { useActionData, useLoaderData, useSearchParams } from 'react-router';
import { AccountHome } from '#web/account/AccountHome.tsx';
import { loadHome, resendAction } from '#web/account/home.ts';

export const loader = loadHome;
export const action = resendAction;

/** What has just happened, as a query parameter. */
const NOTICES = ['welcome', 'confirmed', 'sent'] as const;

export default function AccountHomeRoute() {
  const { user } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  return <AccountHome user={user} notice={NOTICES.find((name) => query.has(name)) ?? null} returned={useActionData<typeof action>()} />;
}
