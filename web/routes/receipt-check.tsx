import { useLoaderData, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { call } from '#contract/call.ts';
import { verifyReceipt } from '#contract/public/receipts.ts';
import { isKeyText } from '#web/api/order-key.ts';
import { siteContext } from '#web/api/site-context.ts';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { type CheckedReceipt, ReceiptPage } from '#web/order/ReceiptPage.tsx';

await loadMessages('content');

/** Verifies the code of a receipt. A wrong code and an unknown number give the same result. */
export async function loader({ params, request, context }: LoaderFunctionArgs): Promise<CheckedReceipt> {
  const id = params['id'] ?? '';
  const url = new URL(request.url);
  const code = url.searchParams.get('c') ?? '';
  if (!isKeyText(id) || !isKeyText(code)) return { id, receipt: null };
  const checked = await call(verifyReceipt, { params: { id }, query: { code } }, context.get(siteContext).api(localeOf(url.pathname)));
  return { id, receipt: checked.ok && checked.data.attributes.valid ? checked.data.attributes : null };
}
export const headers: HeadersFunction = () => ({ 'x-robots-tag': 'noindex' });
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'content.receipt.page_title');

export default function ReceiptCheck() {
  return <ReceiptPage {...useLoaderData<typeof loader>()} />;
}
