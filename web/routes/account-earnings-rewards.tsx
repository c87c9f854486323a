import { useLoaderData } from 'react-router';
import { EarnedPage } from '#web/account/earnings/EarnedPage.tsx';
import { loadEarned } from '#web/account/earnings/load-earned.ts';

export const loader = loadEarned('reward');

export default function AccountRewards() {
  return <EarnedPage {...useLoaderData<typeof loader>()} />;
}
