import * as z from 'zod';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteField, RequisiteFieldKind, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Refusal, RequisiteRefusalCode } from '#core/refusal.ts';
import { CORRESPONDENT_ACCOUNT } from '#core/requisites/bank-qr.ts';
import { BIK_KEY, checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { accept, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { checkAddressOf } from '#server/payment-systems/check-address.ts';
import { correspondentAccountField, purposeField } from '#server/payment-systems/library/fields.ts';

const SealedText = z.object({ key: z.string(), values: z.record(z.string(), z.string()) });

/** Kinds of fields that identify an account, in order of preference. */
const IDENTIFYING_KINDS: readonly RequisiteFieldKind[] = ['card', 'iban', 'bank_account', 'wallet', 'phone', 'email', 'text'];

/** The field of a payment system that identifies the account. */
const identifyingField = (fields: readonly RequisiteField[]): RequisiteField | undefined =>
  IDENTIFYING_KINDS.flatMap((kind) => fields.filter((field) => field.kind === kind)).at(0);

/** Text that is equal for the same account: the card or account number. A phone number is a different account at each bank. */
const keyOf = (field: RequisiteField | undefined, values: RequisiteValues, bank: string): string => {
  const value = field === undefined ? JSON.stringify(values) : (values[field.key] ?? '');
  return field?.kind === 'phone' ? `${value} ${bank.trim().toLowerCase()}` : value;
};

interface SealedRequisite {
  readonly sealed: Buffer;
  readonly fingerprint: Buffer;
  /** Empty where its value has fewer than four digits. */
  readonly lastDigits: string;
}

/** The card or account that customers pay to, with the owner and bank that they see. */
export interface PoolAccount extends SealedRequisite {
  readonly masked: Readonly<Record<string, string>>;
  readonly ownerName: string;
  readonly bank: string;
}

/** Encrypts the values for storage and derives the fingerprint of the account. */
export function sealRequisite(
  { secrets }: Pick<Deps, 'secrets'>,
  { fields, values, bank }: { readonly fields: readonly RequisiteField[]; readonly values: RequisiteValues; readonly bank: string },
): SealedRequisite {
  const field = identifyingField(fields);
  const key = keyOf(field, values, bank);
  const digits = (field === undefined ? '' : (values[field.key] ?? '')).replaceAll(/\D/g, '');
  const text = JSON.stringify({ key, values } satisfies z.input<typeof SealedText>);
  return { sealed: secrets.seal(text), fingerprint: secrets.fingerprint(key), lastDigits: digits.length < 4 ? '' : digits.slice(-4) };
}

/** Decrypts the values. */
export const openRequisite = ({ secrets }: Pick<Deps, 'secrets'>, sealed: Buffer): RequisiteValues =>
  SealedText.parse(JSON.parse(secrets.unseal(sealed))).values;

/** The text that a decrypted requisite's fingerprint is derived from, to derive it again with another key of the key ring. */
export const fingerprintText = (text: string): string => SealedText.parse(JSON.parse(text)).key;

/** A card or account as an operator entered it. */
export interface AccountInput {
  readonly values: RequisiteValues;
  readonly ownerName: string;
  readonly bank: string;
}

/** Whether an account of this payment system is an account at a Russian bank. */
export const isRussianAccount = ({ outcomeFields }: Pick<PaymentSystem, 'outcomeFields'>): boolean =>
  outcomeFields.some(({ key }) => key === BIK_KEY) && outcomeFields.some(({ kind }) => kind === 'bank_account');

/**
 * The fields of our own requisites: the outcome fields without owner and bank, which are stored separately. A memo is optional. Russian
 * accounts also have what their payment QR code needs.
 */
export const poolFields = (system: Pick<PaymentSystem, 'outcomeFields'>): readonly RequisiteField[] => [
  ...system.outcomeFields
    .filter(({ key, kind }) => kind !== 'full_name' && key !== 'bank')
    .map((field) => ({ ...field, required: field.required && field.kind !== 'memo' })),
  ...(isRussianAccount(system) ? [correspondentAccountField, purposeField] : []),
];

/** A bank's correspondent account at the Bank of Russia ends as its BIK does. */
function checkCorrespondentAccount(values: RequisiteValues): readonly Refusal<RequisiteRefusalCode>[] {
  const [account, bik] = [values[CORRESPONDENT_ACCOUNT] ?? '', values[BIK_KEY] ?? ''];
  if (!account.startsWith('30101') || bik === '' || account.endsWith(bik.slice(-3))) return [];
  return [{ code: 'invalid_bank_account', message: 'bik_control', field: `values/${CORRESPONDENT_ACCOUNT}` }];
}

const MAX_NAME_LENGTH = 100;

/** Whether a requisite of this payment system must name its owner. */
export const needsOwner = ({ kind }: Pick<PaymentSystem, 'kind'>): boolean => kind !== 'crypto';
/** Whether a requisite of this payment system must name its bank. */
export const needsBank = ({ kind }: Pick<PaymentSystem, 'kind'>): boolean => ['card', 'bank_account', 'fast_payment'].includes(kind);

function checkName(field: string, text: string, isNeeded: boolean): readonly Refusal<RequisiteRefusalCode>[] {
  if (text === '') return isNeeded ? [{ code: 'required', field }] : [];
  if (text.length > MAX_NAME_LENGTH) return [{ code: 'too_long', field }];
  return /[\p{Cc}\p{Cf}<>]/u.test(text) ? [{ code: 'invalid_format', field }] : [];
}

/** Checks an entered account like a customer's requisites. The refusals name every wrong field. */
export function checkAccount(
  deps: Pick<Deps, 'secrets'>,
  system: PaymentSystem,
  input: AccountInput,
): Result<PoolAccount & { readonly values: RequisiteValues }, RequisiteRefusalCode> {
  const fields = poolFields(system);
  const checked = checkRequisites({ fields, values: input.values, noMemo: true, checkAddress: checkAddressOf(system) });
  const [ownerName, bank] = [input.ownerName.trim(), input.bank.trim()];
  const names = [...checkName('owner_name', ownerName, needsOwner(system)), ...checkName('bank', bank, needsBank(system))];
  if (!checked.ok) {
    const wrong = checked.refusals.map((refusal) => ({ ...refusal, field: `values/${refusal.field ?? ''}` }));
    return { ok: false, refusals: [...wrong, ...names] };
  }
  const values = checked.value;
  const refusals = [...checkCorrespondentAccount(values), ...names];
  if (refusals.length > 0) return { ok: false, refusals };
  return accept({ ...sealRequisite(deps, { fields, values, bank }), masked: maskRequisites(fields, values), ownerName, bank, values });
}
