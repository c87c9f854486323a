import type { Locale } from '#core/locale.ts';
import enAccount from '#locales/en/account.json?url';
import enCardVerification from '#locales/en/card_verification.json?url';
import enContent from '#locales/en/content.json?url';
import enEarnings from '#locales/en/earnings.json?url';
import enEarned from '#locales/en/earned.json?url';
import enCrypto from '#locales/en/crypto.json?url';
import enDevelopers from '#locales/en/developers.json?url';
import enExchange from '#locales/en/exchange.json?url';
import enOrder from '#locales/en/order.json?url';
import enPartnerApi from '#locales/en/partner_api.json?url';
import enSecurity from '#locales/en/security.json?url';
import enOwn from '#locales/en/own.json?url';
import enShell from '#locales/en/shell.json?url';
import enWithdrawal from '#locales/en/withdrawal.json?url';
import enStatus from '#locales/en/status.json?url';
import enWebhooks from '#locales/en/webhooks.json?url';
import ruAccount from '#locales/ru/account.json?url';
import ruCardVerification from '#locales/ru/card_verification.json?url';
import ruContent from '#locales/ru/content.json?url';
import ruEarnings from '#locales/ru/earnings.json?url';
import ruEarned from '#locales/ru/earned.json?url';
import ruCrypto from '#locales/ru/crypto.json?url';
import ruDevelopers from '#locales/ru/developers.json?url';
import ruExchange from '#locales/ru/exchange.json?url';
import ruOrder from '#locales/ru/order.json?url';
import ruPartnerApi from '#locales/ru/partner_api.json?url';
import ruSecurity from '#locales/ru/security.json?url';
import ruOwn from '#locales/ru/own.json?url';
import ruShell from '#locales/ru/shell.json?url';
import ruWithdrawal from '#locales/ru/withdrawal.json?url';
import ruStatus from '#locales/ru/status.json?url';
import ruWebhooks from '#locales/ru/webhooks.json?url';

/** The words of pages: `shell` is what every page says. */
export type PageWords =
  | 'shell'
  | 'exchange'
  | 'order'
  | 'status'
  | 'content'
  | 'account'
  | 'card_verification'
  | 'security'
  | 'webhooks'
  | 'own'
  | 'developers'
  | 'earnings'
  | 'earned'
  | 'crypto'
  | 'partner_api'
  | 'withdrawal';

/** Addresses of a language's message files. */
export const MESSAGE_FILES: Readonly<Record<Locale, Readonly<Record<PageWords, string>>>> = {
  ru: {
    shell: ruShell,
    exchange: ruExchange,
    order: ruOrder,
    status: ruStatus,
    content: ruContent,
    crypto: ruCrypto,
    developers: ruDevelopers,
    account: ruAccount,
    own: ruOwn,
    earnings: ruEarnings,
    earned: ruEarned,
    partner_api: ruPartnerApi,
    withdrawal: ruWithdrawal,
    card_verification: ruCardVerification,
    security: ruSecurity,
    webhooks: ruWebhooks,
  },
  en: {
    shell: enShell,
    exchange: enExchange,
    order: enOrder,
    status: enStatus,
    content: enContent,
    crypto: enCrypto,
    developers: enDevelopers,
    account: enAccount,
    own: enOwn,
    earnings: enEarnings,
    earned: enEarned,
    partner_api: enPartnerApi,
    withdrawal: enWithdrawal,
    card_verification: enCardVerification,
    security: enSecurity,
    webhooks: enWebhooks,
  },
};

/** What a page speaks besides the shell, by the name of its route. */
export const WORDS_OF: Readonly<Record<string, readonly PageWords[]>> = {
  exchange: ['exchange'],
  'exchange-pair': ['exchange'],
  order: ['order', 'status'],
  'order-pay': ['order'],
  'payment-return': ['order'],
  'receipt-check': ['content'],
  terms: ['content'],
  crypto: ['crypto'],
  'crypto-coin': ['crypto'],
  referral: ['earnings'],
  'account-earnings-overview': ['order'],
  'sign-in': ['account', 'security'],
  'sign-in-factor': ['account', 'security'],
  disavow: ['account', 'security'],
  'sign-up': ['account', 'security'],
  activate: ['account'],
  'order-account': ['account'],
  'reset-password': ['account'],
  'new-password': ['account'],
  'new-email': ['account'],
  'old-email': ['account'],
  'account-cards': ['card_verification'],
  account: ['account', 'security', 'own'],
  'account-orders': ['status', 'order'],
  'account-earnings-webhooks': ['webhooks', 'order'],
  'account-earnings-webhook': ['webhooks'],
  'account-earnings': ['earnings', 'earned'],
  'account-earnings-api': ['partner_api', 'status'],
  'order-repeat': ['own', 'order'],
  'account-deleted': ['own'],
  'mail-off': ['own'],
  developers: ['developers'],
  'developers-widget': ['developers'],
};
