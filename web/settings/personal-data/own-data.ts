import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call, urlOf } from '#contract/call.ts';
import { eraseAccount, listDataExports, requestDataExport, takeDataExport } from '#contract/account/personal-data.ts';
import { getWaysIn } from '#contract/account/sign-in-methods.ts';
import type { Locale } from '#core/locale.ts';
import { siteContext, type SiteRequest } from '#web/api/site-context.ts';
import { submitProof, proofMethodsOf } from '#web/step-up/submit-proof.ts';
import { returnForm, redirectWithCookies, type ReturnedForm, textOf } from '#web/form/returned-form.ts';
import { requireUser } from '#web/api/user.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

const PATH = '/account/data';

export async function loadData(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const transport = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  const [listed, proof] = await Promise.all([call(listDataExports, {}, transport), proofMethodsOf(transport, user)]);
  if (!listed.ok) throw data(null, { status: 503 });
  const [newest] = listed.data;
  const archive = newest === undefined ? null : { ...newest.attributes, id: newest.id };
  return data({ email: user.email, proof, archive }, { headers: { 'cache-control': 'no-store' } });
}

/** Redirects to the file endpoint, but only where it will answer with the file and not with an error document. */
async function takeArchive(site: SiteRequest, locale: Locale, form: FormData) {
  const transport = site.api(locale);
  const id = textOf(form, 'id');
  const [ways, listed] = await Promise.all([call(getWaysIn, {}, transport), call(listDataExports, {}, transport)]);
  if (!ways.ok) return returnForm(form, ways);
  if (!listed.ok) return returnForm(form, listed);
  // Taken in another tab, or expired: the page shows the new state
  if (!listed.data.some((archive) => archive.id === id && archive.attributes.state === 'ready')) return redirect(localPath(locale, PATH));
  if (!ways.data.attributes.is_fresh) {
    const code = 'fresh_factor_required';
    const message = translatorOf(locale)('own.data.prove_again');
    const error = { name: 'unknown', type: code, code, message, field: null, meta: {} };
    return data({ errors: [error], values: { deed: 'take' }, isUnanswered: false } satisfies ReturnedForm, { status: 403 });
  }
  return redirectWithCookies(site, (site.apiUrl ?? '') + urlOf(takeDataExport, { params: { id } }));
}

/** Requests an archive, downloads it, or deletes the account; the last two need a fresh proof. */
export async function dataAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const transport = site.api(locale);
  const form = await request.formData();
  const action = textOf(form, 'deed');
  if (action === 'collect') {
    const requested = await call(requestDataExport, {}, transport);
    return requested.ok ? redirect(localPath(locale, PATH)) : returnForm(form, requested);
  }
  // Before the proof, which can be used once
  if (action !== 'take' && action !== 'erase') throw data(null, { status: 400 });
  const proofFailure = await submitProof(transport, form);
  if (proofFailure !== undefined) return returnForm(form, proofFailure);
  if (action === 'take') return await takeArchive(site, locale, form);
  const erased = await call(eraseAccount, { body: { email: textOf(form, 'email') } }, transport);
  return erased.ok ? redirectWithCookies(site, localPath(locale, '/account-deleted')) : returnForm(form, erased);
}
