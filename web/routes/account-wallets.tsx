import { useActionData, useLoaderData } from 'react-router';
import { loadWallets, walletAction } from '#web/settings/wallets/wallets.ts';
import { WalletsPage } from '#web/settings/wallets/WalletsPage.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('own');

export const loader = loadWallets;
export const action = walletAction;

export default function AccountWallets() {
  const loaded = useLoaderData<typeof loader>();
  // A changed list remounts the page, so that forms opened on the previous one are closed
  return (
    <WalletsPage
      key={loaded.wallets.map(({ id, label }) => `${id}${label ?? ''}`).join()}
      {...loaded}
      returned={useActionData<typeof action>()}
    />
  );
}
