import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { cancelReserveRequest, listReserveRequests, type OwnReserveRequestAttributes } from '#contract/public/reserve-requests.ts';
import { returnForm, textOf } from '#web/form/returned-form.ts';
import { requireUser } from '#web/api/user.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

export interface OwnRequest extends OwnReserveRequestAttributes {
  readonly id: string;
}

/** Loads the customer's reserve requests. */
export async function loadRequests(args: LoaderFunctionArgs) {
  await requireUser(args);
  const transport = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  const [listed, systems] = await Promise.all([call(listReserveRequests, {}, transport), listSystems(transport)]);
  if (!listed.ok || systems === undefined) throw data(null, { status: 503 });
  const requests: readonly OwnRequest[] = listed.data.map(({ id, attributes }) => ({ ...attributes, id }));
  return data({ requests, systems }, { headers: { 'cache-control': 'no-store' } });
}

/** Cancels a reserve request. */
export async function requestAction({ request, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const cancelled = await call(cancelReserveRequest, { params: { id: textOf(form, 'id') } }, context.get(siteContext).api(locale));
  return cancelled.ok ? redirect(localPath(locale, '/account/requests')) : returnForm(form, cancelled);
}
