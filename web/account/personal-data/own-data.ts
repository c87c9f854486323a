import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { eraseAccount, listDataExports, requestDataExport } from '#contract/personal-data.ts';
import { siteContext } from '#web/api/site-context.ts';
import { proveTyped, typeableOf } from '#web/account/fresh/prove-typed.ts';
import { giveBack, leadOn, textOf } from '#web/account/posted.ts';
import { requireUser } from '#web/account/user.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

const PATH = '/account/data';

export async function loadData(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const transport = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  const [listed, proof] = await Promise.all([call(listDataExports, {}, transport), typeableOf(transport, user)]);
  if (!listed.ok) throw data(null, { status: 503 });
  const [newest] = listed.data;
  const archive = newest === undefined ? null : { ...newest.attributes, id: newest.id };
  return data({ email: user.email, proof, archive }, { headers: { 'cache-control': 'no-store' } });
}

/** Asks for an archive, takes it, or deletes the account; the last two of whoever has just proved who he is. */
export async function dataAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const transport = site.api(locale);
  const form = await request.formData();
  const deed = textOf(form, 'deed');
  if (deed === 'collect') {
    const asked = await call(requestDataExport, {}, transport);
    return asked.ok ? redirect(localPath(locale, PATH)) : giveBack(form, asked);
  }
  const unproven = await proveTyped(transport, form);
  if (unproven !== undefined) return giveBack(form, unproven);
  if (deed === 'take') return leadOn(site, `/api/v1/user/exports/${encodeURIComponent(textOf(form, 'id'))}/file`);
  const erased = await call(eraseAccount, { body: { email: textOf(form, 'email') } }, transport);
  return erased.ok ? leadOn(site, localPath(locale, '/account-deleted')) : giveBack(form, erased);
}
