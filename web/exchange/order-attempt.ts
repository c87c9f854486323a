import type { Calculation, Side } from '#web/catalogue/systems.ts';
import { amountFieldName } from './fields.ts';
import { needsNewKey, type OrderFailure } from './order-failure.ts';

/** What one submission of the form sends besides its fields. */
export interface OrderRequest {
  readonly idempotencyKey: string;
  readonly side: Side;
  readonly calculation: Calculation;
  readonly captchaToken: string | undefined;
}

/** Submissions of one form. The idempotency key is kept until the API responds, so that a lost connection creates one order. */
export function createAttempt(unansweredKey: string | null) {
  let key = unansweredKey;
  let sent: Calculation | null = null;
  let captchaToken: string | undefined;
  return {
    /** The calculation sent last. */
    get sent(): Calculation | null {
      return sent;
    },
    /** Whether the same request is sent again with a captcha token; true only once. */
    needsCaptcha: ({ errors }: OrderFailure): boolean =>
      captchaToken === undefined && errors.some(({ code }) => code === 'captcha_required'),
    /** What the next submission sends; `token`: the captcha token that a refusal required. */
    nextRequest(newest: Calculation, side: Side, token?: string): OrderRequest {
      const amountName = amountFieldName(side);
      // Without a response the same calculation is sent again: a newer one would be another order
      const isRepeated = key !== null && sent?.[amountName] === newest[amountName] && sent.slot_id === newest.slot_id;
      if (!isRepeated || sent === null) sent = newest;
      key ??= crypto.randomUUID();
      // A repeated request must be identical, captcha token included
      captchaToken = token ?? (isRepeated ? captchaToken : undefined);
      return { idempotencyKey: key, side, calculation: sent, captchaToken };
    },
    /** A response that settles the key ends the attempt. */
    receive(failure: OrderFailure): void {
      if (needsNewKey(failure)) key = null;
    },
  };
}

export type Attempt = ReturnType<typeof createAttempt>;
