import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call, type Transport } from '#contract/call.ts';
import { eraseAccount, listDataExports, requestDataExport } from '#contract/personal-data.ts';
import { giveSecondFactor } from '#contract/second-factors.ts';
import { proveByPassword } from '#contract/ways-in.ts';
import { siteContext } from '#web/api/site-context.ts';
import { giveBack, leadOn, textOf } from '#web/account/posted.ts';
import { requireUser } from '#web/account/user.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

const PATH = '/account/data';

export async function loadData(args: LoaderFunctionArgs) {
  const { email, two_factor_enabled: hasFactor } = await requireUser(args);
  const listed = await call(listDataExports, {}, args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname)));
  if (!listed.ok) throw data(null, { status: 503 });
  const [newest] = listed.data;
  const archive = newest === undefined ? null : { ...newest.attributes, id: newest.id };
  return data({ email, hasFactor, archive }, { headers: { 'cache-control': 'no-store' } });
}

/** Proves once more who sits there by what was typed; nothing typed: whoever has just proved it elsewhere goes on. */
async function prove(transport: Transport, form: FormData) {
  const [password, code] = [textOf(form, 'password'), textOf(form, 'code').trim()];
  if (password !== '') return await call(proveByPassword, { body: { password } }, transport);
  return code === '' ? undefined : await call(giveSecondFactor, { body: { totp: code } }, transport);
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
  const proved = await prove(transport, form);
  if (proved?.ok === false) return giveBack(form, proved);
  if (deed === 'take') return leadOn(site, `/api/v1/user/exports/${encodeURIComponent(textOf(form, 'id'))}/file`);
  const erased = await call(eraseAccount, { body: { email: textOf(form, 'email') } }, transport);
  return erased.ok ? leadOn(site, localPath(locale, '/account-deleted')) : giveBack(form, erased);
}
