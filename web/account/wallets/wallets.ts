import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call, type Failure } from '#contract/call.ts';
import { deleteUserWallet, listUserWallets, nameUserWallet, type UserWalletAttributes } from '#contract/user-wallets.ts';
import { siteContext } from '#web/api/site-context.ts';
import { giveBack, type Returned, textOf } from '#web/account/posted.ts';
import { requireUser } from '#web/account/user.ts';
import { listSystems } from '#web/exchange/list-systems.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { type Translate, translatorOf } from '#web/i18n/translator.ts';

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
  const back = () => redirect(localPath(locale, PATH));
  if (textOf(form, 'deed') === 'forget') {
    const gone = await call(deleteUserWallet, { params }, transport);
    // Not there: forgotten in another tab already
    return gone.ok || gone.status === 404 ? back() : notForgotten(translatorOf(locale), gone);
  }
  const named = await call(nameUserWallet, { params, body: { label: textOf(form, 'label') } }, transport);
  return named.ok ? back() : giveBack(form, named);
}

/** Spec 8: deleting fails in words of its own, whatever the reason. */
function notForgotten(t: Translate, { status, errors }: Failure) {
  const code = errors[0]?.code ?? 'unknown';
  const error = { name: 'unknown', type: code, code, message: t('own.wallets.forget_failed'), field: null, meta: {} };
  return data({ errors: [error], typed: {}, isUnanswered: false } satisfies Returned, { status: status === 0 ? 503 : status });
}
