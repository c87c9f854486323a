import { call } from '#contract/call.ts';
import type { Resource } from '#contract/document.ts';
import {
  cancelCardVerification,
  createCardVerification,
  getCardVerificationStatus,
  listCardVerifications,
  listIssuingBanks,
  type CardVerificationAttributes,
} from '#contract/public/card-verifications.ts';
import { CARD_FIELDS } from '#core/customer/card-verification.ts';
import type { Locale } from '#core/locale.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { uploadTransport } from '#web/api/upload-transport.ts';
import { required, type Rule, type Rules } from '#web/form/rules.ts';
import type { Translate } from '#web/i18n/translator.ts';
import type { Photo } from './read-photo.ts';

/** A card of the customer. */
export interface Card extends CardVerificationAttributes {
  readonly id: string;
}

export const toCard = ({ id, attributes }: Resource<CardVerificationAttributes>): Card => ({ ...attributes, id });

/** Cards of one order; `orderId` null: of the account. */
export const readCards = (locale: Locale, orderId: string | null, signal?: AbortSignal) =>
  call(listCardVerifications, { query: orderId === null ? {} : { order_public_id: orderId }, signal }, browserTransport(locale));

/** Current status of one card. */
export const readCardStatus = (locale: Locale, id: string, signal?: AbortSignal) =>
  call(getCardVerificationStatus, { params: { id }, signal }, browserTransport(locale));

export const readBanks = (locale: Locale) => call(listIssuingBanks, {}, browserTransport(locale));

interface CardSubmission {
  readonly locale: Locale;
  readonly orderId: string | null;
  readonly form: CardForm;
  readonly photo: Photo;
  readonly idempotencyKey: string;
  readonly onSent: (percent: number) => void;
}

export const sendCard = ({ locale, orderId, form, photo, idempotencyKey, onSent }: CardSubmission) =>
  call(
    createCardVerification,
    { body: { ...form, ...(orderId === null ? {} : { order_public_id: orderId }) }, files: { image: photo.file }, idempotencyKey },
    uploadTransport(locale, onSent),
  );

export const cancelCard = (locale: Locale, id: string, idempotencyKey: string) =>
  call(cancelCardVerification, { params: { id }, idempotencyKey }, browserTransport(locale));

/** Input of step 1, by the field names of the API. */
export interface CardForm {
  readonly card_number: string;
  readonly name: string;
  readonly issuing_bank_id: string;
}

export type CardField = keyof CardForm;
export const CARD_FORM_FIELDS = ['card_number', 'name', 'issuing_bank_id'] as const satisfies readonly CardField[];

export const EMPTY_CARD: CardForm = { card_number: '', name: '', issuing_bank_id: '' };

/** The server's own check of a field, run before the photo is uploaded. */
const cardRule =
  (key: CardField): Rule =>
  (value) => {
    const fields = CARD_FIELDS.filter((field) => field.key === key);
    const checked = checkRequisites({ fields, values: { [key]: value }, noMemo: true, checkAddress: () => 'fine' });
    return checked.ok ? null : (checked.refusals[0] ?? null);
  };

export const CARD_RULES: Rules = { card_number: cardRule('card_number'), name: cardRule('name'), issuing_bank_id: required };

/** Why a card was refused, or that no reason was given (spec 8). */
export const rejectionText = (t: Translate, reason: string | null): string =>
  reason === null ? t('card_verification.rejected_unspecified') : t('card_verification.rejected_because', { reason });
