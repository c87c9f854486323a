import type { LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { listPartnerKeys } from '#contract/partner/partner-keys.ts';
import { getOwnPartner, listPartnerOrders } from '#contract/partner/partners.ts';
import type { KeyMode } from '#core/partner/partner.ts';
import { siteContext } from '#web/api/site-context.ts';
import { requireUser } from '#web/api/user.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import { pageIn } from '#web/earnings/load-earnings.ts';
import { localeOf } from '#web/i18n/locale.ts';

/** Loads the partner's keys, quotas, and orders created by keys. */
export async function loadApi(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const url = new URL(args.request.url);
  const api = args.context.get(siteContext).api(localeOf(url.pathname));
  const mode: KeyMode = url.searchParams.get('orders') === 'test' ? 'sandbox' : 'live';
  const [keys, partner, orders, systems] = await Promise.all([
    call(listPartnerKeys, {}, api),
    call(getOwnPartner, {}, api),
    call(listPartnerOrders, { query: { page: pageIn(url.searchParams), mode } }, api),
    listSystems(api),
  ]);
  // Shows the error page, which offers to try again
  if (!keys.ok || !partner.ok || (!orders.ok && mode === 'live')) throw new Response(null, { status: 503 });
  const { page = 1, total_pages: pages = 1 } = (orders.ok ? orders.meta : {}) as { readonly page?: number; readonly total_pages?: number };
  return {
    isVerified: user.email_verified,
    keys: keys.data.map(({ id, attributes }) => ({ id, ...attributes })),
    partner: partner.data.attributes,
    mode,
    // Null: the sandbox is starting; the keys are shown all the same
    orders: orders.ok ? orders.data.map(({ id, attributes }) => ({ id, ...attributes })) : null,
    systemNames: Object.fromEntries((systems ?? []).map(({ id, name }) => [id, name])),
    page,
    pages,
  };
}
export type PartnerApi = Awaited<ReturnType<typeof loadApi>>;
export type PartnerKey = PartnerApi['keys'][number];
