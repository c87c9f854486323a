import { localeOf } from './locale.ts';
import { addMessages } from './translator.ts';
import type { Locale } from '#core/locale.ts';
import enAccount from '#locales/en/account.json?url';
import enCardVerification from '#locales/en/card_verification.json?url';
import enChat from '#locales/en/chat.json?url';
import enContent from '#locales/en/content.json?url';
import enEarnings from '#locales/en/earnings.json?url';
import enEarned from '#locales/en/earned.json?url';
import enCrypto from '#locales/en/crypto.json?url';
import enDevelopers from '#locales/en/developers.json?url';
import enExchange from '#locales/en/exchange.json?url';
import enNotices from '#locales/en/notices.json?url';
import enOrder from '#locales/en/order.json?url';
import enPairs from '#locales/en/pairs.json?url';
import enPartnerApi from '#locales/en/partner_api.json?url';
import enSecurity from '#locales/en/security.json?url';
import enBusiness from '#locales/en/business.json?url';
import enReserveRequest from '#locales/en/reserve_request.json?url';
import enReviews from '#locales/en/reviews.json?url';
import enOwn from '#locales/en/own.json?url';
import enShell from '#locales/en/shell.json?url';
import enWithdrawal from '#locales/en/withdrawal.json?url';
import enStatus from '#locales/en/status.json?url';
import enWebhooks from '#locales/en/webhooks.json?url';
import ruAccount from '#locales/ru/account.json?url';
import ruCardVerification from '#locales/ru/card_verification.json?url';
import ruChat from '#locales/ru/chat.json?url';
import ruContent from '#locales/ru/content.json?url';
import ruEarnings from '#locales/ru/earnings.json?url';
import ruEarned from '#locales/ru/earned.json?url';
import ruCrypto from '#locales/ru/crypto.json?url';
import ruDevelopers from '#locales/ru/developers.json?url';
import ruExchange from '#locales/ru/exchange.json?url';
import ruNotices from '#locales/ru/notices.json?url';
import ruOrder from '#locales/ru/order.json?url';
import ruPairs from '#locales/ru/pairs.json?url';
import ruPartnerApi from '#locales/ru/partner_api.json?url';
import ruSecurity from '#locales/ru/security.json?url';
import ruBusiness from '#locales/ru/business.json?url';
import ruReserveRequest from '#locales/ru/reserve_request.json?url';
import ruReviews from '#locales/ru/reviews.json?url';
import ruOwn from '#locales/ru/own.json?url';
import ruShell from '#locales/ru/shell.json?url';
import ruWithdrawal from '#locales/ru/withdrawal.json?url';
import ruStatus from '#locales/ru/status.json?url';
import ruWebhooks from '#locales/ru/webhooks.json?url';

/* URLs of the message files by namespace; `shell` is on every page. */
const RUSSIAN_FILES = {
  shell: ruShell,
  exchange: ruExchange,
  order: ruOrder,
  status: ruStatus,
  content: ruContent,
  chat: ruChat,
  crypto: ruCrypto,
  developers: ruDevelopers,
  account: ruAccount,
  notices: ruNotices,
  own: ruOwn,
  reserve_request: ruReserveRequest,
  reviews: ruReviews,
  business: ruBusiness,
  earnings: ruEarnings,
  earned: ruEarned,
  pairs: ruPairs,
  partner_api: ruPartnerApi,
  withdrawal: ruWithdrawal,
  card_verification: ruCardVerification,
  security: ruSecurity,
  webhooks: ruWebhooks,
};

/** Namespaces of messages, each one file per language. */
export type MessageNamespace = keyof typeof RUSSIAN_FILES;

const ENGLISH_FILES: Readonly<Record<MessageNamespace, string>> = {
  shell: enShell,
  exchange: enExchange,
  order: enOrder,
  status: enStatus,
  content: enContent,
  chat: enChat,
  crypto: enCrypto,
  developers: enDevelopers,
  account: enAccount,
  notices: enNotices,
  own: enOwn,
  reserve_request: enReserveRequest,
  reviews: enReviews,
  business: enBusiness,
  earnings: enEarnings,
  earned: enEarned,
  pairs: enPairs,
  partner_api: enPartnerApi,
  withdrawal: enWithdrawal,
  card_verification: enCardVerification,
  security: enSecurity,
  webhooks: enWebhooks,
};

export const MESSAGE_FILES: Readonly<Record<Locale, Readonly<Record<MessageNamespace, string>>>> = { ru: RUSSIAN_FILES, en: ENGLISH_FILES };

/** A page must not wait longer for its messages. */
const FETCH_TIMEOUT_MS = 30_000;

/**
 * Fetches message namespaces in the page's language only, since the other language is another document. A page module awaits its namespaces
 * before it runs. The server has all of them.
 */
export async function loadMessages(...names: readonly MessageNamespace[]): Promise<void> {
  if (import.meta.env.SSR) return;
  const locale = localeOf(globalThis.location.pathname);
  const load = async (name: MessageNamespace) =>
    [name, (await (await fetch(MESSAGE_FILES[locale][name], { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })).json()) as object] as const;
  addMessages(locale, Object.fromEntries(await Promise.all(names.map(load))));
}
