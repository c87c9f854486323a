import { data, redirect, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { getRequisites, type RequisitesAttributes } from '#contract/orders.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { isKeyText } from './order-key.ts';

export interface Payment {
  readonly action: string;
  readonly method: 'get' | 'post';
  readonly fields: Readonly<Record<string, string>>;
  /** Whose page it is, as the address bar will show it. */
  readonly host: string;
}

/** The form of a provider's own page; null for what is none, or leads to no page of the web. */
export function paymentOf(requisites: RequisitesAttributes, publicUrl: string): Payment | null {
  const { kind, url, method, form_fields: fields } = requisites;
  if (kind !== 'form' || url === null || !URL.canParse(url, publicUrl)) return null;
  const { protocol, host, href } = new URL(url, publicUrl);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return { action: href, method: method === 'GET' ? 'get' : 'post', fields: fields ?? {}, host };
}

/** Opens the way to this order's provider: the one page whose forms may be sent there, and nowhere else. Null: it is no provider of this shop. */
export async function loadPayment({ request, params, context }: LoaderFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const id = params['id'] ?? '';
  const given = isKeyText(id) ? await call(getRequisites, { params: { id } }, site.api(locale)) : undefined;
  const payment = given?.ok === true ? paymentOf(given.data.attributes, site.publicUrl) : null;
  // Whatever stands in the way, the order's own page says it
  if (payment === null) throw redirect(localPath(locale, `/order/${isKeyText(id) ? id : ''}`));
  const isKnown = site.sendFormsTo(new URL(payment.action).origin);
  return data(isKnown ? payment : null, { headers: { 'cache-control': 'no-store' } });
}
