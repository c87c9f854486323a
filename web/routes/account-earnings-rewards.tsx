import { useLoaderData } from 'react-router';
import { EarnedPage } from '#web/account/earnings/EarnedPage.tsx';
import { loadEarnings } from '#web/account/earnings/load-earnings.ts';

export const loader = loadEarnings('reward');

export default function AccountRewards() {
  return <EarnedPage {...useLoaderData<typeof loader>()} />;
}
