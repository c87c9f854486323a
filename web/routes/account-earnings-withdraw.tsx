import { useActionData, useLoaderData } from 'react-router';
import { submitPayoutAction } from '#web/withdrawals/submit-payout.ts';
import { loadWithdraw } from '#web/withdrawals/load-withdraw.ts';
import { WithdrawPage } from '#web/withdrawals/WithdrawPage.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('withdrawal', 'exchange', 'status', 'order', 'own');

export const loader = loadWithdraw;
export const action = submitPayoutAction;

export default function AccountWithdraw() {
  return <WithdrawPage {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
