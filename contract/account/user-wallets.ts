import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const MAX_WALLET_LABEL = 40;

export const UserWalletAttributes = z.object({
  payment_system_id: z.string(),
  /** Main requisite, masked. */
  masked: z.string(),
  /** All requisites, masked, in form order. */
  fields: z.array(z.object({ key: z.string(), label: z.string(), masked: z.string() })),
  label: z.nullable(z.string()),
  side: z.enum(['income', 'outcome']),
  created_at: z.string(),
  last_used_at: z.string(),
});
export type UserWalletAttributes = z.output<typeof UserWalletAttributes>;

const params = z.object({ id: z.uuid() });

export const listUserWallets = endpoint({
  name: 'listUserWallets',
  summary: "Lists the caller's saved requisites, masked, most recently used first",
  method: 'GET',
  path: '/api/v1/user_wallets',
  action: 'read_account',
  reply: { kind: 'collection', type: 'user_wallets', attributes: UserWalletAttributes },
  refusals: [],
});

export const nameUserWallet = endpoint({
  name: 'nameUserWallet',
  summary: 'Sets the label of saved requisites; null or empty removes it',
  method: 'PUT',
  path: '/api/v1/user_wallets/{id}',
  action: 'change_account',
  params,
  body: z.object({ label: z.nullable(z.string().check(z.maxLength(MAX_WALLET_LABEL))) }),
  reply: { kind: 'resource', type: 'user_wallets', attributes: UserWalletAttributes, status: 200 },
  refusals: ['not_found'],
});

export const deleteUserWallet = endpoint({
  name: 'deleteUserWallet',
  summary: 'Deletes saved requisites; orders keep their own copy',
  method: 'DELETE',
  path: '/api/v1/user_wallets/{id}',
  action: 'change_account',
  params,
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
});
