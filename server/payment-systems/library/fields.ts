import type { Localised } from '#core/locale.ts';
import type { RequisiteField } from '#core/payment-system/requisite-field.ts';
import type { AddressNetwork } from '#core/requisites/address-shape.ts';
import { SEPA_COUNTRIES } from '#core/requisites/iban.ts';
import { CORRESPONDENT_ACCOUNT, PURPOSE } from '#core/requisites/bank-qr.ts';
import en from '#locales/en/catalogue.json' with { type: 'json' };
import ru from '#locales/ru/catalogue.json' with { type: 'json' };

type LabelKey = keyof typeof ru.fields;

/** Label of a field in both languages. */
export const fieldLabel = (key: LabelKey): Localised => ({ ru: ru.fields[key], en: en.fields[key] });

type Extras = Partial<Omit<RequisiteField, 'key' | 'kind' | 'label'>>;

function field(definition: Pick<RequisiteField, 'key' | 'kind'> & { readonly label: LabelKey }, extras: Extras = {}): RequisiteField {
  return {
    required: true,
    pattern: null,
    example: null,
    minLength: null,
    maxLength: null,
    digits: null,
    network: null,
    countries: null,
    mayBeAbsent: false,
    ...extras,
    key: definition.key,
    kind: definition.kind,
    label: fieldLabel(definition.label),
  };
}

/** Side of a field: what the customer pays from, or is paid to. */
export type Side = 'from' | 'to';

/** Examples are invented: they pass every check and belong to no known person. */
export const cardField = (side: Side, card: { readonly example: string; readonly digits?: number }): RequisiteField =>
  field({ key: 'card_number', kind: 'card', label: `card_${side}` }, { example: card.example, digits: card.digits ?? null });

export const phoneField = (
  label: 'phone_from' | 'phone_to' | 'phone_contact',
  country: { readonly example: string; readonly pattern: string | null },
): RequisiteField => field({ key: 'phone', kind: 'phone', label }, country);

export const RUSSIAN_PHONE = { example: '+79161234567', pattern: '^\\+79[0-9]{9}$' } as const;
export const CHINESE_PHONE = { example: '+8613812345678', pattern: '^\\+861[0-9]{10}$' } as const;
export const ANY_PHONE = { example: '+79161234567', pattern: null } as const;

export const recipientBankField: RequisiteField = field(
  { key: 'bank', kind: 'text', label: 'bank_to' },
  { required: false, example: 'Т-Банк', minLength: 2, maxLength: 60 },
);

export const accountField = (side: Side): RequisiteField =>
  field({ key: 'account', kind: 'bank_account', label: `account_${side}` }, { example: '40817810438000000001', digits: 20 });

export const bikField: RequisiteField = field(
  { key: 'bik', kind: 'text', label: 'bik' },
  { pattern: '^0[124][0-9]{7}$', example: '044525225', minLength: 9, maxLength: 9 },
);

/** Of our own accounts only: the payment QR code needs it (GOST R 56042-2014). */
export const correspondentAccountField: RequisiteField = field(
  { key: CORRESPONDENT_ACCOUNT, kind: 'text', label: 'corr_account' },
  { required: false, pattern: '^[0-9]{20}$', example: '30101810400000000225', minLength: 20, maxLength: 20 },
);

/** Of our own accounts only: what the payer writes; `{order}` is replaced by the order's number. */
export const purposeField: RequisiteField = field({ key: PURPOSE, kind: 'text', label: 'purpose' }, { required: false, maxLength: 200 });

export const ibanField = (side: Side): RequisiteField =>
  field({ key: 'iban', kind: 'iban', label: `iban_${side}` }, { example: 'DE89370400440532013000', countries: SEPA_COUNTRIES });

export const georgianIbanField = (side: Side): RequisiteField =>
  field({ key: 'iban', kind: 'iban', label: `iban_${side}` }, { example: 'GE29NB0000000101904917', countries: ['GE'] });

/** Foreign accounts have no common form: letters, digits and hyphens. */
export const foreignAccountField = (side: Side): RequisiteField =>
  field(
    { key: 'account', kind: 'text', label: `account_${side}` },
    { pattern: '^[A-Z0-9-]{6,34}$', example: '000123456789', minLength: 6, maxLength: 34 },
  );

export const swiftField: RequisiteField = field(
  { key: 'swift', kind: 'text', label: 'swift' },
  { pattern: '^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$', example: 'DEUTDEFF', minLength: 8, maxLength: 11 },
);

export const fullNameField = (side: Side): RequisiteField =>
  field({ key: 'full_name', kind: 'full_name', label: `full_name_${side}` }, { example: 'Ivan Petrov', minLength: 8, maxLength: 64 });

export const emailField = (side: Side): RequisiteField =>
  field({ key: 'email', kind: 'email', label: `email_${side}` }, { example: 'ivan@example.com', maxLength: 254 });

export const walletField = (side: Side, wallet: { readonly pattern: string; readonly example: string }): RequisiteField =>
  field({ key: 'wallet', kind: 'wallet', label: `wallet_${side}` }, wallet);

export const cityField: RequisiteField = field(
  { key: 'city', kind: 'text', label: 'city' },
  { example: 'Москва', minLength: 2, maxLength: 60 },
);

const EVM_EXAMPLE = '0xAe133361722d950AA6197943fd58886262882c9d';
const TRON_EXAMPLE = 'TQ3EQcysLpuMCYHnkX2o7SV2x4vsXMycYN';
const ADDRESS_EXAMPLES: Readonly<Record<AddressNetwork, string>> = {
  BTC: 'bc1qwztguyywgk9295q7gek2yqtzv506c974q7eue7',
  LTC: 'ltc1qnhk3933vz53jvcfz0mhqyyacq4re09cmhtj7wk',
  DOGE: 'D9z8jxitr29tzLJg49Wi3wSv213ekyAAwo',
  ETH: EVM_EXAMPLE,
  ERC20: EVM_EXAMPLE,
  BEP20: EVM_EXAMPLE,
  TRX: TRON_EXAMPLE,
  TRC20: TRON_EXAMPLE,
  XMR: '43mLXsRX2K5MYwanYrHbj7VY7ve5KsGgPDP1o8ieGHjoFEQBLcEvCUuTJUVCVaVXsi2QNew88Z7WyNnGxcTGd2w12L3n5fZ',
  SOL: '7wWydh3U89cEeiWmrzJFxsVxRmXpCmudKjnMJAwJ8iyD',
  XRP: 'rpatqT9MMuCPgB5hi3CGdY7gDtJEN4tUnR',
  TON: 'UQBgZ-VIvoF5_EWQ8yqgdv3InTXHROulZjE43ptDRaykxMaL',
  ETC: EVM_EXAMPLE,
  POLYGON: EVM_EXAMPLE,
  BCH: 'qpdxgvwrf5amuu33dx6qssh3nja7s5y8k5nvdqxre7',
  DASH: 'XbTUKLYrLcHqbPExpEWSo6kyjM27rvVj8o',
  ZEC: 't1hB5QyYS4zHSE5WhmD98HUfaDUVm5GopWg',
  XLM: 'GBGWBIVH46RCZGWPYPZ2NALQBOMTNVE3O643KTK6TBKOP3WJUNN35DNB',
  ATOM: 'cosmos1zxp9ewtnt5hmzhcr2rseth9he0kd82rslux54n',
  ADA: 'addr1vyyw6yyqah9jvltta9hg7s03645ct4eh62u0mfeukzs8mygjqrjr2',
};

export const addressField = (network: AddressNetwork): RequisiteField =>
  field({ key: 'address', kind: 'wallet', label: 'address' }, { network, example: ADDRESS_EXAMPLES[network] });

/** Tags, comments and memos: exchanges require one, private wallets have none, so the customer must enter one or state that there is none. */
export const tagField: RequisiteField = field(
  { key: 'memo', kind: 'memo', label: 'tag' },
  { network: 'XRP', pattern: '^[0-9]{1,10}$', example: '104857', maxLength: 10, mayBeAbsent: true },
);
export const commentField: RequisiteField = field(
  { key: 'memo', kind: 'memo', label: 'memo' },
  { network: 'TON', example: '10485760', maxLength: 120, mayBeAbsent: true },
);
/** For Stellar and Cosmos chains; Stellar allows 28 bytes of text. */
export const memoField = (network: 'XLM' | 'ATOM'): RequisiteField =>
  field({ key: 'memo', kind: 'memo', label: 'memo' }, { network, example: '10485760', maxLength: 28, mayBeAbsent: true });
