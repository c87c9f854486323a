import { data, useActionData, type ActionFunctionArgs, type HeadersFunction, type MetaFunction } from 'react-router';
import { call } from '#contract/call.ts';
import { openHandover } from '#contract/public/handovers.ts';
import { siteContext } from '#web/api/site-context.ts';
import { returnForm, redirectWithCookies, textOf } from '#web/form/returned-form.ts';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { ContinuePage } from '#web/handover/ContinuePage.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

await loadMessages('order');

/** Not cached, not indexed. */
export const loader = () => data(null, { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } });
/** Uses up the token of the QR code: this browser then has access to the order. The token is not returned to the page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const token = textOf(await request.formData(), 'token') || ' ';
  const response = await call(openHandover, { body: { token } }, site.api(locale));
  if (response.ok) return redirectWithCookies(site, localPath(locale, `/order/${response.data.attributes.order_id}`));
  return returnForm(new FormData(), response);
}
export const headers: HeadersFunction = () => ({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'order.handover.page_title');

export default function OrderContinue() {
  return <ContinuePage returned={useActionData<typeof action>()} />;
}
