import { explorerUrl } from '#contract/explorer-template.ts';
import { EXPLORER_SETTING, type PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Deps } from '#server/deps.ts';

/** Page of a transaction in the explorer of its payment system, else of its rail; null: none. Always https. */
export function transactionUrl(
  { rails }: Pick<Deps, 'rails'>,
  { system, hash, rail = system.rail }: { readonly system: PaymentSystem; readonly hash: string; readonly rail?: string },
): string | null {
  const template = system.railSettings[EXPLORER_SETTING];
  return template === undefined ? (rails.get(rail)?.capabilities.transactionUrl(system, hash) ?? null) : explorerUrl(template, hash);
}
