import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { PayOutRequest } from '#server/adapters/rails/port.ts';
import { entriesAt, textAt } from './document.ts';
import { readAmount } from './read-payment.ts';
import type { AcquirerSettings, Payout, PayoutStatus } from './settings.ts';
import { fill, type Values } from './signature.ts';

/** What an acquirer's list says about one payout of ours. `absent`: it lists none. `unclear`: what it lists cannot be ours as it is. */
export type PayoutReport =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unclear'; readonly reason: string }
  | {
      readonly kind: 'listed';
      readonly status: PayoutStatus;
      /** The acquirer's word for it. */
      readonly word: string;
      readonly payoutId: string | null;
      readonly fee: bigint | null;
    };

const unclear = (reason: string): PayoutReport => ({ kind: 'unclear', reason });

/** Whether the named values of an entry equal our own. */
export const isSame = (entry: unknown, same: Readonly<Record<string, string>>, values: Values): boolean =>
  Object.entries(same).every(([path, template]) => {
    const expected = fill(template, values);
    return expected !== undefined && textAt(entry, path) === expected;
  });

/** The amount of an executed payout with this reference; undefined: none is listed. */
export function readExecuted(
  document: unknown,
  rules: Payout['ask'],
  payout: { readonly reference: string; readonly system: PaymentSystem; readonly settings: Pick<AcquirerSettings, 'decimals'> },
): bigint | undefined {
  const entries = entriesAt(document, rules.list) ?? [];
  const [entry, ...others] = entries.filter((candidate) => textAt(candidate, rules.reference) === payout.reference);
  const word = textAt(entry, rules.status) ?? '';
  if (others.length > 0 || !Object.hasOwn(rules.words, word) || rules.words[word] !== 'executed') return undefined;
  return readAmount(textAt(entry, rules.amount) ?? '', rules.unit, payout.system, payout.settings);
}

export interface AskedPayout {
  readonly request: PayOutRequest;
  readonly values: Values;
  readonly settings: Pick<AcquirerSettings, 'decimals'>;
}

/** Reads the answer to a request by our reference. Amount, currency and destination must be those that we ordered. */
export function readReport(document: unknown, rules: Payout['ask'], { request, values, settings }: AskedPayout): PayoutReport {
  const entries = entriesAt(document, rules.list);
  if (entries === undefined) return unclear('no list');
  const [entry, ...others] = entries.filter((candidate) => textAt(candidate, rules.reference) === request.reference);
  if (entry === undefined) return { kind: 'absent' };
  if (others.length > 0) return unclear('listed twice');
  const word = textAt(entry, rules.status) ?? '';
  const status = Object.hasOwn(rules.words, word) ? rules.words[word] : undefined;
  if (status === undefined) return unclear(/^\w{1,40}$/.test(word) ? `status ${word}` : 'no status that we know');
  const payoutId = rules.id === undefined ? null : (textAt(entry, rules.id) ?? null);
  const amountAt = (path: string): bigint | undefined => readAmount(textAt(entry, path) ?? '', rules.unit, request.paymentSystem, settings);
  if (status === 'executed' && (amountAt(rules.amount) !== request.amount || !isSame(entry, rules.same, values)))
    return unclear('executed with other terms');
  const debited = rules.debited === undefined ? undefined : amountAt(rules.debited);
  const fee = debited !== undefined && debited > request.amount ? debited - request.amount : null;
  return { kind: 'listed', status, word, payoutId, fee };
}
