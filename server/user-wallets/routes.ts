import { deleteUserWallet, listUserWallets, nameUserWallet, type UserWalletAttributes } from '#contract/account/user-wallets.ts';
import type { Resource } from '#contract/document.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import * as store from './store.ts';
import type { UserWalletRow } from './store.ts';

/** A saved wallet for its owner, with masked requisites. */
export function presentWallet({ catalogue }: Pick<Deps, 'catalogue'>, row: UserWalletRow, locale: Locale): Resource<UserWalletAttributes> {
  const system = catalogue.paymentSystem(row.payment_system_code);
  const requisiteFields = (row.side === 'income' ? system?.incomeFields : system?.outcomeFields) ?? [];
  const fields = requisiteFields.flatMap(({ key, label }) => {
    const masked = row.values_masked[key];
    return masked === undefined ? [] : [{ key, label: label[locale], masked }];
  });
  return {
    type: 'user_wallets',
    id: row.id,
    attributes: {
      payment_system_id: row.payment_system_code,
      masked: fields[0]?.masked ?? Object.values(row.values_masked)[0] ?? '',
      fields,
      label: row.label,
      side: row.side,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
    },
    links: { self: `/api/v1/user_wallets/${row.id}` },
  };
}

const labelOf = (text: string | null): string | null => {
  const label = (text ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  return label === '' ? null : label;
};

/** Routes for a customer's saved wallets (contract section 4). */
export const userWalletRoutes = (deps: Pick<Deps, 'db' | 'catalogue'>): Route[] => [
  route(listUserWallets, async ({ visitor, locale }) => {
    const rows = await store.listWallets(deps.db, visitor.userId);
    return accept({ data: rows.map((row) => presentWallet(deps, row, locale)) });
  }),
  route(nameUserWallet, async ({ visitor, params, body, tx, locale }) => {
    await store.nameWallet(tx, visitor.userId, { id: params.id, label: labelOf(body.label) });
    const row = await store.findWallet(tx, visitor.userId, params.id);
    return row === undefined ? refuse({ code: 'not_found' }) : accept({ data: presentWallet(deps, row, locale) });
  }),
  route(deleteUserWallet, async ({ visitor, params, tx }) => {
    return (await store.deleteWallet(tx, visitor.userId, params.id)) === 0 ? refuse({ code: 'not_found' }) : accept({});
  }),
];
