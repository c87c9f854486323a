import { systemReasonOf } from '#core/order/reason.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';

/** Why an order ended: system reasons translated, an operator's text as written; null once erased. */
export function reasonText(deps: Pick<Deps, 't'>, reason: string | null, locale: Locale): string | null {
  const systemReason = reason === null ? undefined : systemReasonOf(reason);
  return systemReason === undefined ? reason || null : deps.t(locale, `reasons.${systemReason}`);
}
