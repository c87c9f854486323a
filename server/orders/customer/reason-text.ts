import { systemReasonOf } from '#core/order/reason.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';

/** Why an order ended as it did, in the reader's language: our own reasons translated, a person's words as they are; null once they are erased. */
export function reasonText(deps: Pick<Deps, 't'>, reason: string | null, locale: Locale): string | null {
  const known = reason === null ? undefined : systemReasonOf(reason);
  return known === undefined ? reason || null : deps.t(locale, `reasons.${known}`);
}
