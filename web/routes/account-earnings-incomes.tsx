import { useLoaderData } from 'react-router';
import { EarnedPage } from '#web/account/earnings/EarnedPage.tsx';
import { loadEarned } from '#web/account/earnings/load-earned.ts';

export const loader = loadEarned('referral');

export default function AccountIncomes() {
  return <EarnedPage {...useLoaderData<typeof loader>()} />;
}
