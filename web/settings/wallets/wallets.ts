import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call, type Failure } from '#contract/call.ts';
import { deleteUserWallet, listUserWallets, nameUserWallet, type UserWalletAttributes } from '#contract/account/user-wallets.ts';
import { siteContext } from '#web/api/site-context.ts';
import { returnForm, type ReturnedForm, textOf } from '#web/form/returned-form.ts';
import { requireUser } from '#web/api/user.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
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

/** Renames or deletes a wallet. */
export async function walletAction({ request, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const transport = context.get(siteContext).api(locale);
  const form = await request.formData();
  const params = { id: textOf(form, 'id') };
  const toList = () => redirect(localPath(locale, PATH));
  if (textOf(form, 'deed') === 'forget') {
    const deleted = await call(deleteUserWallet, { params }, transport);
    // 404: deleted in another tab already
    return deleted.ok || deleted.status === 404 ? toList() : deletionFailed(translatorOf(locale), deleted);
  }
  const renamed = await call(nameUserWallet, { params, body: { label: textOf(form, 'label') } }, transport);
  return renamed.ok ? toList() : returnForm(form, renamed);
}

/** Spec 8: a failed deletion has its own message, whatever the reason. */
function deletionFailed(t: Translate, { status, errors }: Failure) {
  const code = errors[0]?.code ?? 'unknown';
  const error = { name: 'unknown', type: code, code, message: t('own.wallets.forget_failed'), field: null, meta: {} };
  return data({ errors: [error], values: {}, isUnanswered: false } satisfies ReturnedForm, { status: status === 0 ? 503 : status });
}
