import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { DEFAULT_LOCALE, type Locale, LOCALES } from '#core/locale.ts';
import { isCrossSite } from '#server/platform/http/cross-site.ts';
import { renderMessage, renderPayPage, type Texts } from './pay-page.ts';
import { dueOf, SCENARIOS } from './play-payment.ts';
import type { SandboxProvider } from './provider.ts';

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
