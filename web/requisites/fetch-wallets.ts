import { call, type Transport } from '#contract/call.ts';
import { listUserWallets, type UserWalletAttributes } from '#contract/account/user-wallets.ts';

export interface SavedWallet extends UserWalletAttributes {
  readonly id: string;
}

/** Saved requisites, masked; empty without a response. Loaded after the page, for signed-in customers only. */
export async function fetchWallets(transport: Transport): Promise<readonly SavedWallet[]> {
  const response = await call(listUserWallets, {}, transport);
  return response.ok ? response.data.map(({ id, attributes }) => ({ ...attributes, id })) : [];
}
