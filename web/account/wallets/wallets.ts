import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { deleteUserWallet, listUserWallets, nameUserWallet, type UserWalletAttributes } from '#contract/user-wallets.ts';
import { siteContext } from '#web/api/site-context.ts';
import { giveBack, textOf } from '#web/account/posted.ts';
import { requireUser } from '#web/account/user.ts';
import { listSystems } from '#web/exchange/list-systems.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

export interface Wallet extends UserWalletAttributes {
  readonly id: string;
}

const PATH = '/account/wallets';

export async function loadWallets(args: LoaderFunctionArgs) {
  await requireUser(args);
  const transport = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  const [listed, systems] = await Promise.all([call(listUserWallets, {}, transport), listSystems(transport)]);
  if (!listed.ok || systems === undefined) throw data(null, { status: 503 });
  const wallets: readonly Wallet[] = listed.data.map(({ id, attributes }) => ({ ...attributes, id }));
  return data({ wallets, systems }, { headers: { 'cache-control': 'no-store' } });
}

/** Names one, or forgets it. */
export async function walletAction({ request, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const transport = context.get(siteContext).api(locale);
  const form = await request.formData();
  const params = { id: textOf(form, 'id') };
  const done =
    textOf(form, 'deed') === 'forget'
      ? await call(deleteUserWallet, { params }, transport)
      : await call(nameUserWallet, { params, body: { label: textOf(form, 'label') } }, transport);
  return done.ok ? redirect(localPath(locale, PATH)) : giveBack(form, done);
}
