import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { formatMoney } from '#core/format/amount.ts';
import { DEFAULT_LOCALE, type Locale, LOCALES } from '#core/locale.ts';
import { escapeHtml } from '#core/text/escape-html.ts';
import { isCrossSite } from '#server/platform/http/origins.ts';
import type { Invoice, Payment } from './books.ts';
import { dueOf, type Scenario, SCENARIOS } from './play-payment.ts';
import type { SandboxProvider } from './provider.ts';

/** Escaped markup. */
interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[] | null;

const render = (part: Part): string => {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map((piece) => piece.html).join('');
};

/** Template tag that escapes its values unless they are markup themselves. */
const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.reduce((text, string, index) => text + render(parts[index - 1] ?? null) + string),
});

/** Localised text by key; `sandbox` and `requisites` are the namespaces used here. */
type Texts = (locale: Locale, key: string, params?: Readonly<Record<string, string | number>>) => string;

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
function renderPayPage(view: PayView): string {
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
const renderMessage = (view: Pick<PayView, 'locale' | 't'>, message: 'unknown_order' | 'foreign_page'): string =>
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

export interface PayPageOptions {
  readonly provider: SandboxProvider;
  readonly t: Texts;
  /** Public origin of the pay page, without a trailing slash; known once the server listens. */
  readonly publicUrl: () => string;
}

/** The page loads its own style sheet and submits its own forms, nothing else. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  // Forms of a page with `no-referrer` send `Origin: null`, which the own-origin check refuses.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const FORM_LIMIT = 4 * 1024;
const Lang = z.enum(LOCALES).catch(DEFAULT_LOCALE);
const PayForm = z.object({ scenario: z.enum(SCENARIOS), lang: Lang });
const PayQuery = z.object({ lang: Lang, payment: z.string().max(100).optional().catch(undefined) });
const CheckoutForm = z.object({ order_id: z.string().min(1).max(100), lang: Lang });

interface OrderParams {
  readonly Params: { readonly orderId: string };
}

/** `GET/POST /sandbox/pay/:orderId` simulates the customer's bank; `POST /sandbox/checkout` is the target of payment forms. */
export async function payPage(app: FastifyInstance, { provider, t, publicUrl }: PayPageOptions): Promise<void> {
  const css = readFileSync(new URL('./pay.css', import.meta.url));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
  const sendPage = (reply: FastifyReply, status: number, page: string) =>
    reply.code(status).headers(HEADERS).type('text/html; charset=utf-8').send(page);
  const refuse = (reply: FastifyReply, locale: Locale, message: 'unknown_order' | 'foreign_page') =>
    sendPage(reply, message === 'unknown_order' ? 404 : 403, renderMessage({ locale, t }, message));

  app.get('/sandbox/pay.css', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('text/css; charset=utf-8').send(css),
  );

  app.get<OrderParams>('/sandbox/pay/:orderId', async (request, reply) => {
    const { lang: locale, payment } = PayQuery.parse(request.query);
    const invoice = await provider.invoice(request.params.orderId);
    if (invoice === undefined) return refuse(reply, locale, 'unknown_order');
    const payments = await provider.payments(invoice.order_id);
    return sendPage(reply, 200, renderPayPage({ locale, t, invoice, payments, newPayment: payments.find(({ id }) => id === payment) }));
  });

  app.post<OrderParams>('/sandbox/pay/:orderId', async (request, reply) => {
    const form = PayForm.safeParse(request.body);
    const locale = form.data?.lang ?? DEFAULT_LOCALE;
    if (isCrossSite(request.headers, publicUrl()) || !form.success) return refuse(reply, locale, 'foreign_page');
    const { orderId } = request.params;
    const invoice = await provider.invoice(orderId);
    const due = invoice && dueOf(invoice, await provider.payments(orderId));
    const result = await provider.play({ orderId, scenario: form.data.scenario, due });
    const payment = result.outcome === 'played' ? result.payments.at(-1) : undefined;
    if (payment === undefined) return refuse(reply, locale, 'unknown_order');
    return reply.headers(HEADERS).redirect(`/sandbox/pay/${encodeURIComponent(orderId)}?lang=${locale}&payment=${payment.id}`, 303);
  });

  app.post('/sandbox/checkout', async (request, reply) => {
    const form = CheckoutForm.safeParse(request.body);
    if (!form.success) return refuse(reply, DEFAULT_LOCALE, 'unknown_order');
    return reply.headers(HEADERS).redirect(`/sandbox/pay/${encodeURIComponent(form.data.order_id)}?lang=${form.data.lang}`, 303);
  });
}
