import { useLoaderData } from 'react-router';
import { Overview } from '#web/earnings/Overview.tsx';
import { loadOverview } from '#web/earnings/load-earnings.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { FailurePage } from '#web/layout/FailurePage.tsx';

await loadMessages('earnings', 'own', 'order');

export const loader = loadOverview;

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <FailurePage error={error} />;
}

export default function AccountEarningsOverview() {
  return <Overview {...useLoaderData<typeof loader>()} />;
}
