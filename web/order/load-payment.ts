import { data, redirect, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { getRequisites } from '#contract/public/orders.ts';
import { type RequisitesAttributes } from '#contract/public/order-attributes.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { isKeyText } from '#web/api/order-key.ts';

export interface Payment {
  readonly action: string;
  readonly method: 'get' | 'post';
  readonly fields: Readonly<Record<string, string>>;
  /** Host of the provider's page. */
  readonly host: string;
}

/** The form that leads to the provider's page; null where the requisites have none or its URL is not http(s). */
export function paymentOf(requisites: RequisitesAttributes, publicUrl: string): Payment | null {
  const { kind, url, method, form_fields: fields } = requisites;
  if (kind !== 'form' || url === null || !URL.canParse(url, publicUrl)) return null;
  const { protocol, host, href } = new URL(url, publicUrl);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return { action: href, method: method === 'GET' ? 'get' : 'post', fields: fields ?? {}, host };
}

/** Loads the form for the provider's page and allows this page (by its policy) to submit there. Null: no acquirer of this shop. */
export async function loadPayment({ request, params, context }: LoaderFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const id = params['id'] ?? '';
  const response = isKeyText(id) ? await call(getRequisites, { params: { id } }, site.api(locale)) : undefined;
  const payment = response?.ok === true ? paymentOf(response.data.attributes, site.publicUrl) : null;
  // The order page explains why there is no payment
  if (payment === null) throw redirect(localPath(locale, `/order/${isKeyText(id) ? id : ''}`));
  const isOwnAcquirer = site.allowFormsTo(new URL(payment.action).origin);
  return data(isOwnAcquirer ? payment : null, { headers: { 'cache-control': 'no-store' } });
}
