import type { Locale } from '#core/locale.ts';
import enAccount from '#locales/en/account.json';
import enCardVerification from '#locales/en/card_verification.json';
import enChat from '#locales/en/chat.json';
import enContent from '#locales/en/content.json';
import enEarnings from '#locales/en/earnings.json';
import enEarned from '#locales/en/earned.json';
import enCrypto from '#locales/en/crypto.json';
import enDevelopers from '#locales/en/developers.json';
import enWithdrawal from '#locales/en/withdrawal.json';
import enExchange from '#locales/en/exchange.json';
import enNotices from '#locales/en/notices.json';
import enOrder from '#locales/en/order.json';
import enOwn from '#locales/en/own.json';
import enPairs from '#locales/en/pairs.json';
import enPartnerApi from '#locales/en/partner_api.json';
import enBusiness from '#locales/en/business.json';
import enReviews from '#locales/en/reviews.json';
import enReserveRequest from '#locales/en/reserve_request.json';
import enSecurity from '#locales/en/security.json';
import enShell from '#locales/en/shell.json';
import enStatus from '#locales/en/status.json';
import enWebhooks from '#locales/en/webhooks.json';
import ruAccount from '#locales/ru/account.json';
import ruCardVerification from '#locales/ru/card_verification.json';
import ruChat from '#locales/ru/chat.json';
import ruContent from '#locales/ru/content.json';
import ruEarnings from '#locales/ru/earnings.json';
import ruEarned from '#locales/ru/earned.json';
import ruCrypto from '#locales/ru/crypto.json';
import ruDevelopers from '#locales/ru/developers.json';
import ruWithdrawal from '#locales/ru/withdrawal.json';
import ruExchange from '#locales/ru/exchange.json';
import ruNotices from '#locales/ru/notices.json';
import ruOrder from '#locales/ru/order.json';
import ruOwn from '#locales/ru/own.json';
import ruPairs from '#locales/ru/pairs.json';
import ruPartnerApi from '#locales/ru/partner_api.json';
import ruBusiness from '#locales/ru/business.json';
import ruReviews from '#locales/ru/reviews.json';
import ruReserveRequest from '#locales/ru/reserve_request.json';
import ruSecurity from '#locales/ru/security.json';
import ruShell from '#locales/ru/shell.json';
import ruStatus from '#locales/ru/status.json';
import ruWebhooks from '#locales/ru/webhooks.json';
import type { MessageNamespace } from './load-messages.ts';

/** Messages of all pages, for rendering on the server; a missing namespace would show keys instead of texts. */
export const ALL_MESSAGES: Readonly<Record<Locale, Readonly<Record<MessageNamespace, object>>>> = {
  ru: {
    account: ruAccount,
    card_verification: ruCardVerification,
    content: ruContent,
    chat: ruChat,
    developers: ruDevelopers,
    earnings: ruEarnings,
    earned: ruEarned,
    crypto: ruCrypto,
    withdrawal: ruWithdrawal,
    exchange: ruExchange,
    order: ruOrder,
    pairs: ruPairs,
    partner_api: ruPartnerApi,
    notices: ruNotices,
    own: ruOwn,
    reserve_request: ruReserveRequest,
    reviews: ruReviews,
    business: ruBusiness,
    security: ruSecurity,
    shell: ruShell,
    status: ruStatus,
    webhooks: ruWebhooks,
  },
  en: {
    account: enAccount,
    card_verification: enCardVerification,
    content: enContent,
    chat: enChat,
    developers: enDevelopers,
    earnings: enEarnings,
    earned: enEarned,
    crypto: enCrypto,
    withdrawal: enWithdrawal,
    exchange: enExchange,
    order: enOrder,
    pairs: enPairs,
    partner_api: enPartnerApi,
    notices: enNotices,
    own: enOwn,
    reserve_request: enReserveRequest,
    reviews: enReviews,
    business: enBusiness,
    security: enSecurity,
    shell: enShell,
    status: enStatus,
    webhooks: enWebhooks,
  },
};
