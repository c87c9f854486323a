import { call } from '#contract/call.ts';
import {
  cancelCardVerification,
  createCardVerification,
  getCardVerificationStatus,
  listCardVerifications,
  listIssuingBanks,
  type CardVerificationAttributes,
} from '#contract/public/card-verifications.ts';
import type { Resource } from '#contract/document.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { uploadTransport } from '#web/api/upload-transport.ts';
import type { CardForm } from './card-form.ts';
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

export interface CardSubmission {
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
