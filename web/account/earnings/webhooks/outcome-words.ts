import type { WebhookDeliveryAttributes } from '#contract/webhooks.ts';

type Told = Pick<WebhookDeliveryAttributes, 'state' | 'last_status' | 'last_error'>;

/** How an event stands, with what came back last: "not taken, answer 503". */
export function outcomeWords(t: (key: string, params?: Record<string, string | number>) => string, { state, ...last }: Told): string {
  const words = t(`webhooks.outcome.${state}`);
  const back = answerWords(t, last.last_status, last.last_error);
  return back === null ? words : `${words}, ${back}`;
}

/** What came back of one attempt; null: there was none yet. */
export function answerWords(
  t: (key: string, params?: Record<string, string | number>) => string,
  status: Told['last_status'],
  error: Told['last_error'],
): string | null {
  if (status !== null) return t('webhooks.answer', { status });
  return error === null ? null : t(`webhooks.error.${error}`);
}
