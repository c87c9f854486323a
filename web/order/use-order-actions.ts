import { useRef, useState } from 'react';
import type { CallError } from '#contract/call-errors.ts';
import type { RequoteOptionAttributes } from '#contract/public/requote-attributes.ts';
import type { OrderAction } from '#core/order/status.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { loadOrderApi, NO_RESPONSE } from './load-order-api.ts';
import type { LiveOrder } from './use-live-order.ts';
import type { Acting, Claim, DestinationInput, RefundRequest } from './calls.ts';

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
  readonly claimPayment: (claim: Claim) => void;
  readonly sendCheque: (file: File) => void;
  readonly cancel: () => void;
  readonly acceptRequote: (option: RequoteOptionAttributes) => void;
  readonly requestRefund: (request: RefundRequest) => void;
  readonly giveDestination: (given: DestinationInput) => void;
}

type Wire = NonNullable<Awaited<ReturnType<typeof loadOrderApi>>>;
type Send = (
  wire: Wire,
  acting: Acting,
) => ReturnType<
  Wire['cancel'] | Wire['takeOption'] | Wire['claimPayment'] | Wire['attachCheque'] | Wire['requestRefundOf'] | Wire['nameDestination']
>;

/** Actions of the customer. Each action, and each choice of a requote, keeps its idempotency key until it is answered: pressing again does not repeat it. */
export function useOrderActions({ order, apply }: LiveOrder, refused?: ActionFailure): OrderActions {
  const { locale, t } = useTranslation();
  const [busy, setBusy] = useState<PageAction | null>(null);
  const [failure, setFailure] = useState<OrderActions['failure']>(refused ?? null);
  const keys = useRef(new Map<string, string>());

  const run = async (action: PageAction, send: Send, what: string = action) => {
    if (busy !== null) return;
    setBusy(action);
    setFailure(null);
    const idempotencyKey = keys.current.get(what) ?? crypto.randomUUID();
    keys.current.set(what, idempotencyKey);
    const wire = await loadOrderApi();
    const answer = wire === undefined ? NO_RESPONSE : await send(wire, { id: order.id, locale, idempotencyKey });
    setBusy(null);
    if (answer.ok || (answer.status !== 0 && answer.status < 500)) keys.current.delete(what);
    if (answer.ok) apply(answer.data);
    else
      setFailure({
        action,
        message: messageOf(answer.errors) ?? t('order.no_answer'),
        fields: fieldMessages(answer.errors),
        codes: answer.errors.map(({ code }) => code),
      });
  };

  return {
    busy,
    failure,
    claimPayment: (claim) => void run('confirm_payment', (wire, acting) => wire.claimPayment(acting, claim)),
    sendCheque: (file) => void run('send_cheque', (wire, acting) => wire.attachCheque(acting, file)),
    cancel: () => void run('cancel', (wire, acting) => wire.cancel(acting)),
    acceptRequote: (option) =>
      void run(
        'accept_requote',
        (wire, acting) => wire.takeOption(acting, option),
        `accept_requote ${option.choice} ${option.outcome_amount}`,
      ),
    requestRefund: (request) => void run('request_refund', (wire, acting) => wire.requestRefundOf(acting, request)),
    giveDestination: (given) => void run('give_destination', (wire, acting) => wire.nameDestination(acting, given)),
  };
}

const fieldMessages = (errors: readonly CallError[]): Readonly<Record<string, string>> =>
  Object.fromEntries(errors.map((error) => [error.name, error.message]));

const messageOf = (errors: readonly CallError[]): string | undefined => errors[0]?.message;
