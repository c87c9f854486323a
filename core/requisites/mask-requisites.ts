import type { RequisiteField, RequisiteFieldKind, RequisiteValues } from '#core/payment-system/requisite-field.ts';

const HIDDEN = '•';
/** Three dots for any number of hidden characters: a mask does not reveal the length. */
const GAP = HIDDEN.repeat(3);

const keepEnds = (value: string, head: number, tail: number): string =>
  value.length > head + tail ? `${value.slice(0, head)}${GAP}${value.slice(-tail)}` : `${value.slice(0, 1)}${GAP}`;

const MIN_PHONE_LENGTH = 9;

const MASKS: Readonly<Record<RequisiteFieldKind, (value: string) => string>> = {
  card: (value) => keepEnds(value, 6, 4),
  bank_account: (value) => keepEnds(value, 5, 4),
  iban: (value) => keepEnds(value, 4, 4),
  phone: maskPhone,
  email: maskEmail,
  wallet: (value) => (value.length > 16 ? keepEnds(value, 6, 4) : keepEnds(value, 2, 3)),
  memo: (value) => keepEnds(value, 0, 3),
  full_name: maskName,
  invoice_id: (value) => keepEnds(value, 0, 4),
  text: (value) => keepEnds(value, 1, 2),
};

/** Masked requisites for display and e-mails: recognisable, but not usable. Unknown keys are dropped. */
export function maskRequisites(fields: readonly RequisiteField[], values: RequisiteValues): RequisiteValues {
  const masked = fields
    .filter((field) => Object.hasOwn(values, field.key))
    .map((field): readonly [string, string] => [field.key, MASKS[field.kind](values[field.key] ?? '')]);
  return Object.fromEntries(masked);
}

/** `ivan.petrov@mail.ru` -> `i•••v@mail.ru`; a short local part shows its first letter alone. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const tail = local.length > 3 ? local.slice(-1) : '';
  return `${local.slice(0, 1)}${GAP}${tail}${email.slice(at)}`;
}

/** `+79161231234` -> `+7 ••• •••-12-34`; other countries keep three characters and the last four digits. */
function maskPhone(phone: string): string {
  if (phone.length < MIN_PHONE_LENGTH) return keepEnds(phone, 0, 2);
  const ending = `${phone.slice(-4, -2)}-${phone.slice(-2)}`;
  return phone.startsWith('+7') ? `+7 ${GAP} ${GAP}-${ending}` : `${phone.slice(0, 3)} ${GAP} ${GAP}-${ending}`;
}

/** The first letter of each word: `John Smith` -> `J••• S•••`. */
function maskName(name: string): string {
  return name
    .split(' ')
    .map((word) => `${[...word][0] ?? ''}${GAP}`)
    .join(' ');
}
