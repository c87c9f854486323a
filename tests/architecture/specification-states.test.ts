import { expect, test } from 'vitest';
import type { Locale } from '#core/locale.ts';
import { createTranslate } from '#server/platform/translate.ts';

interface Term extends Readonly<Record<Locale, string>> {
  /** Texts that must contain the term, possibly within a longer sentence. */
  readonly keys: readonly string[];
}

/** What the specification calls states, slot kinds and fields (spec 1, 4; domain 5), and where a customer reads it. */
const TERMS: readonly Term[] = [
  {
    en: 'waiting for funds',
    ru: 'ожидание средств',
    keys: [
      'status.awaiting_requisites.title',
      'status.awaiting_requisites.short',
      'status.awaiting_payment.title',
      'status.awaiting_payment.short',
      'order_letters.status.awaiting_payment.lead',
      'order_letters.status.awaiting_payment.lead_page',
    ],
  },
  {
    en: 'funds received and being processed',
    ru: 'средства получены, заявка обрабатывается',
    keys: ['status.paid.title', 'status.paid.short', 'order_letters.status.paid.lead'],
  },
  { en: 'being processed', ru: 'обрабатывается', keys: ['status.payout_pending.title', 'status.payout_pending.short'] },
  {
    en: 'completed',
    ru: 'выполнена',
    keys: ['status.completed.title', 'status.completed.short', 'order_letters.status.completed.lead'],
  },
  {
    en: 'rejected',
    ru: 'отклонена',
    keys: [
      'status.rejected.title',
      'status.rejected.short',
      'order.ending.card_refused.title',
      'order.ending.card_refused.short',
      'order_letters.status.rejected.heading',
      'order_letters.status.ended_card_refused.heading',
    ],
  },
  {
    en: 'cancelled',
    ru: 'отменена',
    keys: [
      'status.cancelled.title',
      'status.cancelled.short',
      ...['cancelled_by_customer', 'called_off', 'no_requisites', 'card_rate_moved'].flatMap((ending) => [
        `order.ending.${ending}.title`,
        `order.ending.${ending}.short`,
      ]),
      'order_letters.status.cancelled.heading',
      'order_letters.status.ended_no_requisites.heading',
      'order_letters.status.ended_card_rate_moved.heading',
    ],
  },
  {
    en: 'payment time expired',
    ru: 'время оплаты истекло',
    keys: ['status.expired.title', 'status.expired.short', 'order_letters.status.expired.lead'],
  },
  {
    en: 'payment failed',
    ru: 'оплата не удалась',
    keys: [
      'status.payment_failed.title',
      'status.payment_failed.short',
      'order.return.failure.title',
      'order_letters.status.payment_failed.heading',
    ],
  },
  { en: 'payment successful', ru: 'оплата прошла успешно', keys: ['order.return.received.title'] },
  {
    en: 'under moderation',
    ru: 'на модерации',
    keys: [
      'status.moderation.title',
      'status.moderation.short',
      'status.compliance_hold.title',
      'status.compliance_hold.short',
      'order_letters.status.moderation.lead',
      'order_letters.status.compliance_hold.lead',
    ],
  },
  {
    en: 'waiting for processing',
    ru: 'ожидает обработки',
    keys: ['card_verification.waiting', 'card_verification.account.state.pending'],
  },
  {
    en: 'verified',
    ru: 'верифицирована',
    keys: ['card_verification.verified', 'card_verification.account.state.verified', 'card_letters.verified.heading'],
  },
  { en: 'not verified', ru: 'не верифицирована', keys: ['status.awaiting_verification.next'] },
  {
    en: 'verification rejected',
    ru: 'верификация отклонена',
    keys: ['card_verification.rejected', 'card_verification.account.state.rejected', 'card_letters.rejected.heading'],
  },
  { en: 'express', ru: 'экспресс', keys: ['exchange.slot.express'] },
  { en: 'accelerated', ru: 'ускоренный', keys: ['exchange.slot.accelerated'] },
  { en: 'custom amount', ru: 'произвольная сумма', keys: ['exchange.slot.custom'] },
  {
    en: 'card number',
    ru: 'номер карты',
    keys: ['requisites.card_number', 'card_verification.card_number', 'catalogue.fields.card_from', 'catalogue.fields.card_to'],
  },
  {
    en: 'name',
    ru: 'имя',
    keys: ['requisites.full_name', 'card_verification.name', 'catalogue.fields.full_name_from', 'catalogue.fields.full_name_to'],
  },
  { en: 'cheque', ru: 'чек', keys: ['order.cheque_attach', 'order.cheque_received', 'refusals.detail.cheque_pdf'] },
];

const t = createTranslate();

test.each(['ru', 'en'] as const)('the specification’s terms are in the texts of states, slots and fields, %s', (locale) => {
  const missing = TERMS.flatMap((term) =>
    term.keys.flatMap((key) => {
      const text = t(locale, key);
      return ` ${text.toLowerCase()}`.includes(` ${term[locale]}`) ? [] : [`${key}: ${text} (${term[locale]})`];
    }),
  );
  expect(missing).toEqual([]);
});
