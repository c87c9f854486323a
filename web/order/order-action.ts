import { data, redirect, type ActionFunctionArgs } from 'react-router';
import { call, type Transport } from '#contract/call.ts';
import { acceptRequote, cancelOrder, confirmPayment, requestRefund } from '#contract/public/orders.ts';
import { oneOf } from '#core/closed-list.ts';
import { REQUOTE_CHOICES } from '#core/order/order.ts';
import { textOf } from '#web/form/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { retryWhileInProgress } from '#web/api/retry-while-in-progress.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import type { ActionFailure } from './use-order-actions.ts';

interface ActionInput {
  readonly transport: Transport;
  readonly id: string;
  readonly form: FormData;
}

const optionalText = (form: FormData, name: string): string | undefined => textOf(form, name).trim() || undefined;

/** Requisite values of a form: every field except its own controls. */
const requisitesIn = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' && name !== 'press' && name !== 'no_memo' ? [[name, value]] : [])),
  );

/** Actions of the order page by the value of the pressed button. */
const ACTIONS = {
  confirm_payment: ({ transport, id, form }: ActionInput) =>
    call(
      confirmPayment,
      { body: { order_id: id, invoice_id: optionalText(form, 'invoice_id'), tx_hash: optionalText(form, 'tx_hash') } },
      transport,
    ),
  cancel: ({ transport, id }: ActionInput) => call(cancelOrder, { params: { id } }, transport),
  accept_requote: ({ transport, id, form }: ActionInput) => {
    const choice = oneOf(REQUOTE_CHOICES, form.get('choice'));
    return call(
      acceptRequote,
      { params: { id }, body: { choice, expected_outcome_amount: optionalText(form, 'outcome_amount') } },
      transport,
    );
  },
  request_refund: ({ transport, id, form }: ActionInput) =>
    call(requestRefund, { params: { id }, body: { refund_requisites: requisitesIn(form), no_memo: form.has('no_memo') } }, transport),
} as const;
const ACTION_NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

/**
 * Handles the buttons of the order page without scripts. A repeated submission changes nothing: each move starts from one status, and
 * after a conflict the order is shown.
 */
export async function orderAction({ request, params, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const id = params['id'] ?? '';
  const form = await request.formData();
  const action = oneOf(ACTION_NAMES, form.get('press'));
  const orderPath = localPath(locale, `/order/${id}`);
  if (action === undefined) return redirect(orderPath);
  const transport = context.get(siteContext).api(locale);
  const response = await retryWhileInProgress(() => ACTIONS[action]({ transport, id, form }));
  if (response.ok || response.errors.some(({ code }) => code === 'order_state_conflict')) return redirect(orderPath);
  const failure: ActionFailure = {
    action,
    message: response.errors[0]?.message ?? translatorOf(locale)('order.no_answer'),
    fields: Object.fromEntries(response.errors.map((error) => [error.name, error.message])),
    codes: response.errors.map(({ code }) => code),
  };
  return data(failure, { status: response.status === 0 ? 503 : response.status });
}
