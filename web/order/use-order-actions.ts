import { useRef, useState } from 'react';
import { call, type CallResult } from '#contract/call.ts';
import type { CallError } from '#contract/call-errors.ts';
import { acceptRequote, cancelOrder, confirmPayment, requestRefund, sendCheque, type RequoteOptionAttributes } from '#contract/orders.ts';
import type { OrderAction } from '#core/order/status.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { reported } from '#web/error-reporting.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { LiveOrder } from './use-live-order.ts';

export interface Claim {
  readonly invoice_id?: string;
  readonly tx_hash?: string;
}

export interface ActionFailure {
  readonly action: OrderAction;
  readonly message: string;
  /** Messages by the name of the field they are about. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Where the money goes back to, when we have to ask. */
export interface RefundRequest {
  readonly refund_requisites: Readonly<Record<string, string>>;
  readonly no_memo: boolean;
}

export interface OrderActions {
  /** The action under way. */
  readonly busy: OrderAction | null;
  /** What the last action was refused with, in words. */
  readonly failure: ActionFailure | null;
  readonly claimPayment: (claim: Claim) => void;
  readonly sendCheque: (file: File) => void;
  readonly cancel: () => void;
  readonly acceptRequote: (option: RequoteOptionAttributes) => void;
  readonly requestRefund: (request: RefundRequest) => void;
}

type Acting = typeof confirmPayment | typeof cancelOrder | typeof acceptRequote | typeof requestRefund | typeof sendCheque;
type Send = (idempotencyKey: string) => Promise<CallResult<Acting>>;

/** What the customer can do with an order. Each action (another choice is another one) keeps its key until it is answered, so that pressing again never does it twice. */
export function useOrderActions({ order, apply }: LiveOrder): OrderActions {
  const { locale, t } = useWords();
  const [busy, setBusy] = useState<OrderAction | null>(null);
  const [failure, setFailure] = useState<OrderActions['failure']>(null);
  const keys = useRef(new Map<string, string>());

  const run = async (action: OrderAction, send: Send, what: string = action) => {
    if (busy !== null) return;
    setBusy(action);
    setFailure(null);
    const key = keys.current.get(what) ?? crypto.randomUUID();
    keys.current.set(what, key);
    const answer = reported(await send(key));
    setBusy(null);
    if (answer.ok || (answer.status !== 0 && answer.status < 500)) keys.current.delete(what);
    if (answer.ok) apply(answer.data);
    else setFailure({ action, message: messageOf(answer.errors) ?? t('web.order.no_answer'), fields: fieldMessages(answer.errors) });
  };

  const transport = browserTransport(locale);
  const params = { id: order.id };
  return {
    busy,
    failure,
    claimPayment: (claim) =>
      void run('confirm_payment', (idempotencyKey) =>
        call(confirmPayment, { body: { order_id: order.id, ...claim }, idempotencyKey }, transport),
      ),
    sendCheque: (file) =>
      void run('send_cheque', (idempotencyKey) => call(sendCheque, { params, files: { cheque: file }, idempotencyKey }, transport)),
    cancel: () => void run('cancel', (idempotencyKey) => call(cancelOrder, { params, idempotencyKey }, transport)),
    acceptRequote: ({ choice, outcome_amount }) => {
      const body = { choice, expected_outcome_amount: outcome_amount };
      void run(
        'accept_requote',
        (idempotencyKey) => call(acceptRequote, { params, body, idempotencyKey }, transport),
        `accept_requote ${choice} ${outcome_amount}`,
      );
    },
    requestRefund: ({ refund_requisites, no_memo }) =>
      void run('request_refund', (idempotencyKey) =>
        call(requestRefund, { params, body: { refund_requisites: { ...refund_requisites }, no_memo }, idempotencyKey }, transport),
      ),
  };
}

const fieldMessages = (errors: readonly CallError[]): Readonly<Record<string, string>> =>
  Object.fromEntries(errors.map((error) => [error.name, error.message]));

const messageOf = (errors: readonly CallError[]): string | undefined => errors[0]?.message;
