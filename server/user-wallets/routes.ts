import { deleteUserWallet, listUserWallets, nameUserWallet } from '#contract/account/user-wallets.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { presentWallet } from './present-wallet.ts';
import * as store from './store.ts';

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
