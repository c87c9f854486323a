import * as z from 'zod';
import type { RequisiteField, RequisiteFieldKind, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';

const Text = z.object({ key: z.string(), values: z.record(z.string(), z.string()) });

/** Fields that money is sent to, the surest first. */
const TARGETS: readonly RequisiteFieldKind[] = ['card', 'iban', 'bank_account', 'wallet', 'phone', 'email', 'text'];

/** The field of a payment system that says where money goes. */
export const targetField = (fields: readonly RequisiteField[]): RequisiteField | undefined =>
  TARGETS.flatMap((kind) => fields.filter((field) => field.kind === kind)).at(0);

/** What makes two requisites the same one: the card, the account; a phone is one account at each bank. */
const keyOf = (target: RequisiteField | undefined, values: RequisiteValues, bank: string): string => {
  const value = target === undefined ? JSON.stringify(values) : (values[target.key] ?? '');
  return target?.kind === 'phone' ? `${value} ${bank.trim().toLowerCase()}` : value;
};

export interface SealedRequisite {
  readonly sealed: Buffer;
  readonly fingerprint: Buffer;
  /** Empty where its value has fewer than four digits. */
  readonly lastDigits: string;
}

/** Values as they are kept, with what the same one is known by. */
export function sealRequisite(
  { secrets }: Pick<Deps, 'secrets'>,
  { fields, values, bank }: { readonly fields: readonly RequisiteField[]; readonly values: RequisiteValues; readonly bank: string },
): SealedRequisite {
  const target = targetField(fields);
  const key = keyOf(target, values, bank);
  const digits = (target === undefined ? '' : (values[target.key] ?? '')).replaceAll(/\D/g, '');
  const text = JSON.stringify({ key, values } satisfies z.input<typeof Text>);
  return { sealed: secrets.seal(text), fingerprint: secrets.fingerprint(key), lastDigits: digits.length < 4 ? '' : digits.slice(-4) };
}

/** The whole values. */
export const openRequisite = ({ secrets }: Pick<Deps, 'secrets'>, sealed: Buffer): RequisiteValues =>
  Text.parse(JSON.parse(secrets.unseal(sealed))).values;

/** What the fingerprint beside an unsealed text is made of: another key of the ring makes it anew. */
export const fingerprintText = (text: string): string => Text.parse(JSON.parse(text)).key;
