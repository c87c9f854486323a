/** A bank transfer as the QR code of GOST R 56042-2014 contains it. */
export interface BankTransfer {
  readonly name: string;
  /** Account of 20 digits. */
  readonly personalAcc: string;
  readonly bankName: string;
  /** BIK of nine digits. */
  readonly bic: string;
  /** Correspondent account of 20 digits. */
  readonly correspAcc: string;
  /** Kopecks. */
  readonly sum: bigint;
  readonly purpose: string;
}

/** Service block: format `ST`, version 0001, values in UTF-8 (2). The separator follows it. */
const SERVICE_BLOCK = 'ST00012';
/** Separators in order of preference: one that no value contains. */
const SEPARATORS = '|~^#$%&*+@;:!';
const MAX_NAME = 160;
const MAX_BANK_NAME = 45;
const MAX_PURPOSE = 210;
const MAX_SUM_DIGITS = 18;
/** Bytes of the service block and the mandatory fields. */
const MAX_MANDATORY_BYTES = 300;

const firstChars = (text: string, count: number): string => [...text].slice(0, count).join('').trim();

/** Length of a text in UTF-8. */
const utf8Bytes = (text: string): number => encodeURIComponent(text).replaceAll(/%[\dA-F]{2}/g, '.').length;

/**
 * Content of the payment QR code of GOST R 56042-2014: the five mandatory fields in their order, then sum and purpose. Null where a
 * mandatory field is missing or does not fit the standard.
 */
export function bankQrPayload(transfer: BankTransfer): string | null {
  const { name, personalAcc, bic, correspAcc, sum } = transfer;
  // The bank is identified by its BIK: its name may be cut
  const bankName = firstChars(transfer.bankName, MAX_BANK_NAME);
  const purpose = firstChars(transfer.purpose, MAX_PURPOSE);
  const hasNumbers = /^\d{20}$/.test(personalAcc) && /^\d{9}$/.test(bic) && /^\d{20}$/.test(correspAcc);
  const hasNames = name !== '' && [...name].length <= MAX_NAME && bankName !== '';
  const kopecks = sum.toString();
  if (!hasNumbers || !hasNames || sum <= 0n || kopecks.length > MAX_SUM_DIGITS) return null;
  const separator = [...SEPARATORS].find((char) => ![name, bankName, purpose].some((text) => text.includes(char)));
  if (separator === undefined) return null;
  const mandatory = [
    SERVICE_BLOCK,
    `Name=${name}`,
    `PersonalAcc=${personalAcc}`,
    `BankName=${bankName}`,
    `BIC=${bic}`,
    `CorrespAcc=${correspAcc}`,
  ].join(separator);
  if (utf8Bytes(mandatory) > MAX_MANDATORY_BYTES) return null;
  return [mandatory, `Sum=${kopecks}`, ...(purpose === '' ? [] : [`Purpose=${purpose}`])].join(separator);
}

/** Keys of the lines of payment instructions that the code is made of. */
export const CORRESPONDENT_ACCOUNT = 'corr_account';
export const PURPOSE = 'purpose';

/** The QR code of payment instructions in roubles; null where they are not those of a bank transfer, or lack a field. */
export function bankQrOf(lines: readonly { readonly key: string; readonly value: string }[], kopecks: bigint): string | null {
  const valueOf = (key: string) => lines.find((line) => line.key === key)?.value ?? '';
  return bankQrPayload({
    name: valueOf('recipient'),
    personalAcc: valueOf('account'),
    bankName: valueOf('bank'),
    bic: valueOf('bik'),
    correspAcc: valueOf(CORRESPONDENT_ACCOUNT),
    sum: kopecks,
    purpose: valueOf(PURPOSE),
  });
}
