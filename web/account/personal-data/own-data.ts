import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call, urlOf } from '#contract/call.ts';
import { eraseAccount, listDataExports, requestDataExport, takeDataExport } from '#contract/personal-data.ts';
import { getWaysIn } from '#contract/ways-in.ts';
import type { Locale } from '#core/locale.ts';
import { siteContext, type SiteRequest } from '#web/api/site-context.ts';
import { proveTyped, typeableOf } from '#web/account/fresh/prove-typed.ts';
import { giveBack, leadOn, type Returned, textOf } from '#web/account/posted.ts';
import { requireUser } from '#web/account/user.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

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

/** The file itself is a call: the browser is sent there only where it will be answered with the file, never with an error document. */
async function takeArchive(site: SiteRequest, locale: Locale, form: FormData) {
  const transport = site.api(locale);
  const id = textOf(form, 'id');
  const [ways, listed] = await Promise.all([call(getWaysIn, {}, transport), call(listDataExports, {}, transport)]);
  if (!ways.ok) return giveBack(form, ways);
  if (!listed.ok) return giveBack(form, listed);
  // Taken in another tab, or its time is over: the page says what has become of it
  if (!listed.data.some((one) => one.id === id && one.attributes.state === 'ready')) return redirect(localPath(locale, PATH));
  if (!ways.data.attributes.is_fresh) {
    const code = 'fresh_factor_required';
    const message = translatorOf(locale)('own.data.prove_again');
    const error = { name: 'unknown', type: code, code, message, field: null, meta: {} };
    return data({ errors: [error], typed: { deed: 'take' }, isUnanswered: false } satisfies Returned, { status: 403 });
  }
  return leadOn(site, (site.apiUrl ?? '') + urlOf(takeDataExport, { params: { id } }));
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
  if (deed === 'take') return await takeArchive(site, locale, form);
  const erased = await call(eraseAccount, { body: { email: textOf(form, 'email') } }, transport);
  return erased.ok ? leadOn(site, localPath(locale, '/account-deleted')) : giveBack(form, erased);
}
