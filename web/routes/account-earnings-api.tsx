import { useLoaderData } from 'react-router';
import { ApiPage } from '#web/earnings/api/ApiPage.tsx';
import { loadApi } from '#web/earnings/api/load-api.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('partner_api', 'status');

export const loader = loadApi;

export default function AccountEarningsApi() {
  return <ApiPage {...useLoaderData<typeof loader>()} />;
}
