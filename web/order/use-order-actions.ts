import { useRef, useState } from 'react';
import type { CallError } from '#contract/call-errors.ts';
import type { RequoteOptionAttributes } from '#contract/public/requote-attributes.ts';
import type { OrderAction } from '#core/order/status.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { loadOrderApi, NO_RESPONSE } from './load-order-api.ts';
import type { LiveOrder } from './use-live-order.ts';
import type * as OrderCalls from './calls.ts';
import type { ActionInput, PaymentClaim, DestinationInput, RefundRequest } from './calls.ts';

/** `give_destination` needs the key of an e-mail, so it is not among the order's allowed actions. */
type PageAction = OrderAction | 'give_destination';

export interface ActionFailure {
  readonly action: PageAction;
  readonly message: string;
  /** Messages by the name of the field they are about. */
  readonly fields: Readonly<Record<string, string>>;
  readonly codes: readonly string[];
}

export interface OrderActions {
  /** The action in progress. */
  readonly busy: PageAction | null;
  /** Refusal of the last action. */
  readonly failure: ActionFailure | null;
  readonly claimPayment: (claim: PaymentClaim) => void;
  readonly sendCheque: (file: File) => void;
  readonly cancel: () => void;
  readonly acceptRequote: (option: RequoteOptionAttributes) => void;
  readonly requestRefund: (request: RefundRequest) => void;
  readonly giveDestination: (destination: DestinationInput) => void;
}

type OrderApi = typeof OrderCalls;
type Send = (
  api: OrderApi,
  input: ActionInput,
) => ReturnType<
  | OrderApi['cancel']
  | OrderApi['acceptOption']
  | OrderApi['claimPayment']
  | OrderApi['uploadCheque']
  | OrderApi['submitRefundRequest']
  | OrderApi['submitDestination']
>;

/**
 * Actions of the customer. Each action, and each option of a requote, keeps its idempotency key until the API responds, so that pressing
 * again does not repeat it.
 */
export function useOrderActions({ order, apply }: LiveOrder, initialFailure?: ActionFailure): OrderActions {
  const { locale, t } = useTranslation();
  const [busy, setBusy] = useState<PageAction | null>(null);
  const [failure, setFailure] = useState<OrderActions['failure']>(initialFailure ?? null);
  const keys = useRef(new Map<string, string>());

  const run = async (action: PageAction, send: Send, attempt: string = action) => {
    if (busy !== null) return;
    setBusy(action);
    setFailure(null);
    const idempotencyKey = keys.current.get(attempt) ?? crypto.randomUUID();
    keys.current.set(attempt, idempotencyKey);
    const api = await loadOrderApi();
    const response = api === undefined ? NO_RESPONSE : await send(api, { id: order.id, locale, idempotencyKey });
    setBusy(null);
    if (response.ok || (response.status !== 0 && response.status < 500)) keys.current.delete(attempt);
    if (response.ok) apply(response.data);
    else
      setFailure({
        action,
        message: messageOf(response.errors) ?? t('order.no_answer'),
        fields: fieldMessages(response.errors),
        codes: response.errors.map(({ code }) => code),
      });
  };

  return {
    busy,
    failure,
    claimPayment: (claim) => void run('confirm_payment', (api, input) => api.claimPayment(input, claim)),
    sendCheque: (file) => void run('send_cheque', (api, input) => api.uploadCheque(input, file)),
    cancel: () => void run('cancel', (api, input) => api.cancel(input)),
    acceptRequote: (option) =>
      void run(
        'accept_requote',
        (api, input) => api.acceptOption(input, option),
        `accept_requote ${option.choice} ${option.outcome_amount}`,
      ),
    requestRefund: (request) => void run('request_refund', (api, input) => api.submitRefundRequest(input, request)),
    giveDestination: (destination) => void run('give_destination', (api, input) => api.submitDestination(input, destination)),
  };
}

const fieldMessages = (errors: readonly CallError[]): Readonly<Record<string, string>> =>
  Object.fromEntries(errors.map((error) => [error.name, error.message]));

const messageOf = (errors: readonly CallError[]): string | undefined => errors[0]?.message;
