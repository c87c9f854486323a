import { useLoaderData } from 'react-router';
import { loadOverview } from '#web/earnings/load-overview.ts';
import { Overview } from '#web/earnings/Overview.tsx';
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
