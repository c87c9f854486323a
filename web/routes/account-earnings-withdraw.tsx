import { useActionData, useLoaderData } from 'react-router';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { WithdrawPage } from '#web/withdrawals/WithdrawPage.tsx';
import { submitPayoutAction, loadWithdraw } from '#web/withdrawals/withdrawal-routes.ts';

await loadMessages('withdrawal', 'exchange', 'status', 'order', 'own');

export const loader = loadWithdraw;
export const action = submitPayoutAction;

export default function AccountWithdraw() {
  return <WithdrawPage {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
