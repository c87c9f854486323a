import { data, redirect, type ActionFunctionArgs } from 'react-router';
import { call, type Transport } from '#contract/call.ts';
import { acceptRequote, cancelOrder, confirmPayment, requestRefund } from '#contract/orders.ts';
import { REQUOTE_CHOICES } from '#core/order/order.ts';
import { textOf } from '#web/account/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { whileInProgress } from '#web/api/while-in-progress.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import type { ActionFailure } from './use-order-actions.ts';

interface Pressed {
  readonly transport: Transport;
  readonly id: string;
  readonly form: FormData;
}

const given = (form: FormData, name: string): string | undefined => textOf(form, name).trim() || undefined;

/** Fields of a destination: everything that is no member of the form's own. */
const requisitesIn = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' && name !== 'press' && name !== 'no_memo' ? [[name, value]] : [])),
  );

/** What each button of an order's page does, as its scripts do it. */
const PRESSES = {
  confirm_payment: ({ transport, id, form }: Pressed) =>
    call(confirmPayment, { body: { order_id: id, invoice_id: given(form, 'invoice_id'), tx_hash: given(form, 'tx_hash') } }, transport),
  cancel: ({ transport, id }: Pressed) => call(cancelOrder, { params: { id } }, transport),
  accept_requote: ({ transport, id, form }: Pressed) => {
    const choice = REQUOTE_CHOICES.find((one) => one === form.get('choice'));
    return call(acceptRequote, { params: { id }, body: { choice, expected_outcome_amount: given(form, 'outcome_amount') } }, transport);
  },
  request_refund: ({ transport, id, form }: Pressed) =>
    call(requestRefund, { params: { id }, body: { refund_requisites: requisitesIn(form), no_memo: form.has('no_memo') } }, transport),
} as const;
const NAMES = Object.keys(PRESSES) as (keyof typeof PRESSES)[];

/**
 * The buttons of an order's page without scripts. A press that comes again finds the order further: it shows the order as it is, and
 * nothing is done twice, since every move is made from one state only.
 */
export async function orderAction({ request, params, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const id = params['id'] ?? '';
  const form = await request.formData();
  const action = NAMES.find((one) => one === form.get('press'));
  const back = localPath(locale, `/order/${id}`);
  if (action === undefined) return redirect(back);
  const transport = context.get(siteContext).api(locale);
  const answer = await whileInProgress(() => PRESSES[action]({ transport, id, form }));
  if (answer.ok || answer.errors.some(({ code }) => code === 'order_state_conflict')) return redirect(back);
  const failure: ActionFailure = {
    action,
    message: answer.errors[0]?.message ?? translatorOf(locale)('order.no_answer'),
    fields: Object.fromEntries(answer.errors.map((error) => [error.name, error.message])),
    codes: answer.errors.map(({ code }) => code),
  };
  return data(failure, { status: answer.status === 0 ? 503 : answer.status });
}
