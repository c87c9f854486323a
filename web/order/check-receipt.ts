import * as z from 'zod/mini';
import { siteContext } from '#web/api/site-context.ts';
import { isKeyText } from './order-key.ts';
import type { LoaderFunctionArgs } from 'react-router';

const Receipt = z.object({
  data: z.object({
    attributes: z.object({
      valid: z.boolean(),
      income_amount: z.string(),
      outcome_amount: z.string(),
      payment_system_from: z.string(),
      payment_system_to: z.string(),
      completed_at: z.string(),
    }),
  }),
});

export interface CheckedReceipt {
  readonly id: string;
  /** Null: no receipt of ours has this number and code. */
  readonly receipt: z.output<typeof Receipt>['data']['attributes'] | null;
}

/** What the code on a receipt stands for. A wrong code and an unknown number look the same. */
export async function checkReceipt({ params, request, context }: LoaderFunctionArgs): Promise<CheckedReceipt> {
  const id = params['id'] ?? '';
  const code = new URL(request.url).searchParams.get('c') ?? '';
  if (!isKeyText(id) || !isKeyText(code)) return { id, receipt: null };
  const document = await context.get(siteContext).json(`/api/v1/receipts/${id}?code=${encodeURIComponent(code)}`);
  const parsed = z.safeParse(Receipt, document);
  return { id, receipt: parsed.success && parsed.data.data.attributes.valid ? parsed.data.data.attributes : null };
}
