import { call, type Transport } from '#contract/call.ts';
import { listUserWallets, type UserWalletAttributes } from '#contract/user-wallets.ts';

export interface OwnWallet extends UserWalletAttributes {
  readonly id: string;
}

/** What somebody has kept, masked; nothing where nobody answers. Its code comes only for whoever is signed in, and after the page. */
export async function askWallets(transport: Transport): Promise<readonly OwnWallet[]> {
  const listed = await call(listUserWallets, {}, transport);
  return listed.ok ? listed.data.map(({ id, attributes }) => ({ ...attributes, id })) : [];
}
