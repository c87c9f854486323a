import type { Resource } from '#contract/document.ts';
import type { UserWalletAttributes } from '#contract/account/user-wallets.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { UserWalletRow } from './store.ts';

/** A saved wallet for its owner: masked. */
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
