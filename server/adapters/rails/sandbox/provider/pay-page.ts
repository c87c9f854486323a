import { formatMoney } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';
import type { Invoice, Payment } from './books.ts';
import { type Html, html } from './html.ts';
import { dueOf, SCENARIOS, type Scenario } from './play-payment.ts';

/** Localised text by key; `sandbox` and `requisites` are the namespaces used here. */
export type Texts = (locale: Locale, key: string, params?: Readonly<Record<string, string | number>>) => string;

export interface PayView {
  readonly locale: Locale;
  readonly t: Texts;
  readonly invoice: Invoice;
  readonly payments: readonly Payment[];
  /** The payment just made; the page then explains what follows. */
  readonly newPayment: Payment | undefined;
}

const formatInvoiceAmount = ({ locale, invoice }: Pick<PayView, 'locale' | 'invoice'>, amount: string): string =>
  formatMoney(amount, { currency_iso_code: invoice.currency, precision: invoice.decimals }, locale);

/** The payer's bank page: the amount due, the requisites and the possible payments. */
export function renderPayPage(view: PayView): string {
  const { locale, t, invoice } = view;
  const amount = formatInvoiceAmount(view, dueOf(invoice, view.payments));
  return page(view, {
    title: t(locale, 'sandbox.title'),
    otherLanguageUrl: `?lang=${locale === 'ru' ? 'en' : 'ru'}`,
    body: html`
      ${view.newPayment === undefined ? null : renderDone(view, view.newPayment)}
      <section class="slip">
        <p class="label">${t(locale, 'sandbox.amount_due')}</p>
        <p class="amount">${amount}</p>
        <dl>
          ${invoice.requisites.map(({ name, value }) => html`<dt>${t(locale, `requisites.${name}`)}</dt><dd>${value}</dd>`)}
          ${invoice.memo === null ? null : html`<dt>${t(locale, 'sandbox.memo')}</dt><dd>${invoice.memo}</dd>`}
          <dt>${t(locale, 'sandbox.order')}</dt><dd>${invoice.order_id}</dd>
        </dl>
      </section>
      <h2>${t(locale, 'sandbox.choose')}</h2>
      <ul class="choices">${SCENARIOS.map((scenario) => renderChoice(view, scenario, amount))}</ul>
      ${renderHistory(view)}`,
  });
}

function renderDone({ locale, t, invoice }: PayView, payment: Payment): Html {
  const backUrl = payment.state === 'declined' ? invoice.failure_url : invoice.success_url;
  return html`<section class="done" role="status">
    <p>${t(locale, `sandbox.done.${payment.state}`)}</p>
    <p><a class="back" href="${backUrl}">${t(locale, 'sandbox.back')}</a></p>
  </section>`;
}

const renderChoice = ({ locale, t, invoice }: PayView, scenario: Scenario, amount: string): Html => html`<li>
  <form method="post" action="/sandbox/pay/${encodeURIComponent(invoice.order_id)}">
    <input type="hidden" name="lang" value="${locale}"><input type="hidden" name="scenario" value="${scenario}">
    <button type="submit" class="${scenario === 'exact' ? 'main' : 'side'}">${t(locale, `sandbox.scenario.${scenario}.name`)}</button>
  </form>
  <p>${t(locale, `sandbox.scenario.${scenario}.hint`, { amount })}</p>
</li>`;

function renderHistory({ locale, t, invoice, payments }: PayView): Html | null {
  if (payments.length === 0) return null;
  const state = (payment: Payment) =>
    t(locale, `sandbox.state.${payment.state}`, { confirmations: payment.confirmations, required: payment.required_confirmations });
  return html`<h2>${t(locale, 'sandbox.history')}</h2>
    <ul class="history">${payments.map((payment) => html`<li><span>${formatInvoiceAmount({ locale, invoice }, payment.amount)}</span> <span>${state(payment)}</span></li>`)}</ul>`;
}

/** A page with a title and one sentence. */
export const renderMessage = (view: Pick<PayView, 'locale' | 't'>, message: 'unknown_order' | 'foreign_page'): string =>
  page(view, {
    title: view.t(view.locale, `sandbox.${message}.title`),
    otherLanguageUrl: null,
    body: html`<p>${view.t(view.locale, `sandbox.${message}.text`)}</p>`,
  });

interface Page {
  readonly title: string;
  /** Link to the other language; null if there is none. */
  readonly otherLanguageUrl: string | null;
  readonly body: Html;
}

const page = ({ locale, t }: Pick<PayView, 'locale' | 't'>, { title, otherLanguageUrl, body }: Page): string =>
  html`<!doctype html>
<html lang="${locale}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${title} · ${t(locale, 'sandbox.bank')}</title>
  <link rel="stylesheet" href="/sandbox/pay.css">
</head>
<body>
  <header><strong>${t(locale, 'sandbox.bank')}</strong>${otherLanguageUrl === null ? null : html`<a href="${otherLanguageUrl}" lang="${locale === 'ru' ? 'en' : 'ru'}" hreflang="${locale === 'ru' ? 'en' : 'ru'}">${t(locale, 'sandbox.language')}</a>`}</header>
  <main>
    <p class="notice">${t(locale, 'sandbox.notice')}</p>
    <h1>${title}</h1>
    ${body}
  </main>
</body>
</html>
`.html;
