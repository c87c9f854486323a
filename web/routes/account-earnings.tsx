import { Outlet } from 'react-router';
import { EarningsFrame } from '#web/account/earnings/EarningsFrame.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('earnings', 'earned', 'withdrawal');

export default function AccountEarnings() {
  return (
    <EarningsFrame>
      <Outlet />
    </EarningsFrame>
  );
}
