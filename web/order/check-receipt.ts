import type { LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { verifyReceipt, type ReceiptAttributes } from '#contract/public/receipts.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { isKeyText } from '#web/api/order-key.ts';

export interface CheckedReceipt {
  readonly id: string;
  /** Null: no receipt of ours has this number and code. */
  readonly receipt: ReceiptAttributes | null;
}

/** Verifies the code of a receipt. A wrong code and an unknown number give the same result. */
export async function checkReceipt({ params, request, context }: LoaderFunctionArgs): Promise<CheckedReceipt> {
  const id = params['id'] ?? '';
  const url = new URL(request.url);
  const code = url.searchParams.get('c') ?? '';
  if (!isKeyText(id) || !isKeyText(code)) return { id, receipt: null };
  const checked = await call(verifyReceipt, { params: { id }, query: { code } }, context.get(siteContext).api(localeOf(url.pathname)));
  return { id, receipt: checked.ok && checked.data.attributes.valid ? checked.data.attributes : null };
}
