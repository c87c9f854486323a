import { useLoaderData } from 'react-router';
import { EarnedPage } from '#web/earnings/EarnedPage.tsx';
import { loadEarnings } from '#web/earnings/load-earnings.ts';

export const loader = loadEarnings('reward');

export default function AccountRewards() {
  return <EarnedPage {...useLoaderData<typeof loader>()} />;
}
