import { expect, it } from 'vitest';
import { LOCALES, type Locale } from '#core/locale.ts';
import { choiceOfStatus, MAIL_DELAY_MS } from '#core/mail/order-mails.ts';
import type { OrderStatus } from '#core/order/status.ts';
import { loadMessages } from '#locales/load.ts';

const PROMISE: Readonly<Record<Locale, RegExp>> = {
  ru: /напишем|пришл[ёе]м|придут письмом|следующим письмом|письмо прид|получите письмо/i,
  en: /\bwe(’ll| will)? (e-?mail|write)|get an e-?mail|next e-?mail|come by e-?mail|if we need you/i,
};

/** Texts that promise an e-mail, with the order's state that writes it; `operator`: an operator's message, which cannot be switched off. */
const KEPT_BY: Readonly<Record<string, OrderStatus | 'operator'>> = {
  'order.compliance': 'operator',
  'order.payout_look.next_check': 'operator',
  'order.taken_back.next': 'operator',
  'order.taken.next': 'awaiting_payment',
  'order_letters.status.look_check.lead': 'operator',
  'order_letters.status.taken_back.lead': 'operator',
  'order_letters.status.requisites_taken.lead': 'awaiting_payment',
  'order_letters.status.awaiting_requisites.lead': 'awaiting_payment',
  'order_letters.status.refund_pending.lead': 'refunded',
};

function* textsOf(node: object, at: string): Generator<readonly [string, string]> {
  for (const [name, value] of Object.entries(node) as [string, unknown][]) {
    if (typeof value === 'string') yield [`${at}.${name}`, value];
    else if (typeof value === 'object' && value !== null) yield* textsOf(value, `${at}.${name}`);
  }
}

it.each(LOCALES)('texts in %s announce only mails that are always sent', (locale) => {
  const messages = loadMessages(locale);
  const promised = ['order', 'order_letters', 'status']
    .flatMap((name) => [...textsOf(messages[name] ?? {}, name)])
    .filter(([, text]) => PROMISE[locale].test(text));
  expect(promised.length).toBeGreaterThan(2);
  for (const [key, text] of promised) expect(Object.keys(KEPT_BY), text).toContain(key);
});

/** The order's page updates automatically only with scripts: one sentence says so, hidden without scripts. */
const UPDATES: Readonly<Record<Locale, RegExp>> = {
  ru: /страница (заявки )?обновится (сама|автоматически)|обновлять страницу не/i,
  en: /page updates (by itself|automatically)|need to (reload|refresh)/i,
};

it.each(LOCALES)('one sentence in %s states that the page updates automatically', (locale) => {
  const messages = loadMessages(locale);
  const allTexts = ['order', 'order_letters', 'status'].flatMap((name) => [...textsOf(messages[name] ?? {}, name)]);
  expect(allTexts.filter(([, text]) => UPDATES[locale].test(text)).map(([key]) => key)).toEqual(['order.updates_itself']);
});

it('an announced mail can neither be switched off nor be missing', () => {
  for (const by of Object.values(KEPT_BY)) {
    if (by === 'operator') continue;
    expect(MAIL_DELAY_MS[by]).not.toBeNull();
    expect(choiceOfStatus(by, { hasSurplus: false })).toBeUndefined();
  }
});
