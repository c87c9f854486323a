import type { WebhookDeliveryAttributes } from '#contract/partner/webhooks.ts';

type DeliveryOutcome = Pick<WebhookDeliveryAttributes, 'state' | 'last_status' | 'last_error'>;

/** State of a delivery with its last answer: "not taken, answer 503". */
export function outcomeWords(
  t: (key: string, params?: Record<string, string | number>) => string,
  { state, ...last }: DeliveryOutcome,
): string {
  const outcome = t(`webhooks.outcome.${state}`);
  const answer = answerWords(t, last.last_status, last.last_error);
  return answer === null ? outcome : `${outcome}, ${answer}`;
}

/** Result of one attempt; null: none yet. */
export function answerWords(
  t: (key: string, params?: Record<string, string | number>) => string,
  status: DeliveryOutcome['last_status'],
  error: DeliveryOutcome['last_error'],
): string | null {
  if (status !== null) return t('webhooks.answer', { status });
  return error === null ? null : t(`webhooks.error.${error}`);
}
