import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { toRfc3339, FOREVER } from '#core/time.ts';
import { callContent, isSigned, SIGNATURE_HEADER } from '#server/adapters/rails/sandbox/signature.ts';
import { DatabaseUnavailable, logFailure } from '#server/platform/db/unavailable.ts';
import type { Entry, Invoice } from './books.ts';
import { presentEvent } from './feed.ts';
import { presentPayout, type PayoutReply } from './execute-payout.ts';
import { payPage, type PayPageOptions } from './pay-page.ts';
import { presentPayment } from './play-payment.ts';
import type { SandboxProvider } from './provider.ts';
import { FaultsBody, FeedQuery, InvoiceBody, LedgerQuery, PaymentBody, PayoutBody } from './wire.ts';

/** Who controls the provider: everyone, or one owner for the orders of that owner only. */
export type Controller =
  | { readonly scope: 'everybody' }
  | { readonly scope: 'owner'; readonly owner: string; ownsOrder(orderId: string): Promise<boolean> }
  | { readonly scope: 'nobody'; readonly status: number; readonly document: unknown };

export interface SandboxHttpOptions extends PayPageOptions {
  readonly provider: SandboxProvider;
  /** Default: everyone, as in demo mode. */
  readonly controllerOf?: (request: FastifyRequest) => Promise<Controller>;
}

const BODY_LIMIT = 64 * 1024;

/** The provider's HTTP API and pay page: a Fastify plugin with its own parsers, independent of the product's HTTP layer. */
export async function sandboxProvider(app: FastifyInstance, options: SandboxHttpOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/json', 'application/vnd.api+json'],
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler((error, _request, reply) => answerError(error, reply, options.provider));
    controlRoutes(scope, options);
    signedRoutes(scope, options);
  });
  await app.register(payPage, options);
}

/** A refusal of the provider; thrown below, answered in `answerError`. */
class Problem extends Error {
  readonly status: number;
  readonly errors: readonly Readonly<Record<string, unknown>>[];
  constructor(status: number, errors: readonly { readonly code: string; readonly detail: string; readonly pointer?: string }[]) {
    super(errors[0]?.detail ?? 'refused');
    this.status = status;
    this.errors = errors.map(({ code, detail, pointer }) => ({
      status: String(status),
      code,
      detail,
      ...(pointer === undefined ? {} : { source: { pointer } }),
    }));
  }
}

function answerError(error: unknown, reply: FastifyReply, { context }: SandboxProvider): FastifyReply {
  if (error instanceof ControlDenied)
    return reply.code(error.denial.status).type('application/vnd.api+json').send(JSON.stringify(error.denial.document));
  if (error instanceof Problem) return reply.code(error.status).send({ errors: error.errors });
  const status = (error as { statusCode?: number }).statusCode ?? (error instanceof DatabaseUnavailable ? 503 : 500);
  if (status >= 500) logFailure(context.log, { error }, 'sandbox.fault');
  const code = status >= 500 ? 'internal_error' : 'invalid_request';
  return reply
    .code(status)
    .send({ errors: [{ status: String(status), code, detail: status >= 500 ? 'internal error' : (error as Error).message }] });
}

type Denied = Extract<Controller, { readonly scope: 'nobody' }>;

class ControlDenied extends Error {
  readonly denial: Denied;
  constructor(denial: Denied) {
    super('refused');
    this.denial = denial;
  }
}

const notFound = (what: string) => new Problem(404, [{ code: 'not_found', detail: `no such ${what}` }]);

/** Parses by the provider's own schema; every issue becomes one error with its pointer. */
function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({
    code: 'invalid_format',
    detail: issue.message,
    pointer: `/${issue.path.join('/')}`,
  }));
  throw new Problem(422, errors);
}

/** The body as a document; of a JSON:API document its attributes. */
function readBody<T>(schema: z.ZodType<T>, request: FastifyRequest): T {
  let document: unknown;
  try {
    document = JSON.parse(bodyText(request));
  } catch {
    throw new Problem(400, [{ code: 'invalid_document', detail: 'the body is not JSON' }]);
  }
  const attributes = (document as { data?: { attributes?: unknown } } | null)?.data?.attributes;
  return read(schema, attributes ?? document);
}

const bodyText = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');

/** Control of the simulation: by people and tests in demo mode, by a partner over its own orders. */
function controlRoutes(app: FastifyInstance, { provider, controllerOf }: SandboxHttpOptions): void {
  const requireController = async (request: FastifyRequest): Promise<Exclude<Controller, Denied>> => {
    const controller = (await controllerOf?.(request)) ?? { scope: 'everybody' };
    if (controller.scope === 'nobody') throw new ControlDenied(controller);
    return controller;
  };
  const ownerOf = (controller: Controller) => (controller.scope === 'owner' ? controller.owner : undefined);
  app.post('/sandbox/payments', async (request, reply) => {
    const controller = await requireController(request);
    const body = readBody(PaymentBody, request);
    if (controller.scope === 'owner' && !(await controller.ownsOrder(body.order_id))) throw notFound('order');
    const result = await provider.play({ orderId: body.order_id, scenario: body.scenario, amount: body.amount });
    if (result.outcome === 'unknown_order') throw notFound('order');
    if (result.outcome === 'invalid_amount')
      throw new Problem(422, [{ code: 'invalid_format', detail: 'too many decimals for this currency', pointer: '/amount' }]);
    return reply.code(201).send({ payments: result.payments.map((payment) => presentPayment(result.invoice, payment)) });
  });
  app.get('/sandbox/ledger', async (request, reply) => {
    const controller = await requireController(request);
    const { order_id: orderId, since, before } = read(LedgerQuery, request.query);
    if (controller.scope === 'owner' && orderId === undefined)
      throw new Problem(422, [{ code: 'required', detail: 'order_id is required', pointer: '/order_id' }]);
    if (controller.scope === 'owner' && !(await controller.ownsOrder(orderId ?? ''))) throw notFound('order');
    const period = { since: since === undefined ? 0 : Date.parse(since), before: before === undefined ? FOREVER : Date.parse(before) };
    const entries = await provider.ledger(orderId, period);
    return reply.send({ entries: entries.map(presentEntry) });
  });
  app.get('/sandbox/faults', async (request, reply) => reply.send(await provider.faults(ownerOf(await requireController(request)))));
  app.post('/sandbox/faults', async (request, reply) => {
    const owner = ownerOf(await requireController(request));
    return reply.send(await provider.setFaults(readBody(FaultsBody, request), owner));
  });
}

const presentEntry = (entry: Entry): Record<string, unknown> => ({ ...entry, at: toRfc3339(entry.at.getTime()) });

/** Calls of the exchange, signed with the shared key. */
function signedRoutes(app: FastifyInstance, options: SandboxHttpOptions): void {
  const { provider } = options;
  const { keys, clock } = provider.context;
  const preHandler = async (request: FastifyRequest) => {
    const content = callContent(request.method, request.url, bodyText(request));
    if (!isSigned(keys.api, content, request.headers[SIGNATURE_HEADER], clock.now()))
      throw new Problem(401, [{ code: 'bad_signature', detail: 'bad signature' }]);
  };
  app.post('/sandbox/invoices', { preHandler }, async (request, reply) => {
    const result = await provider.openInvoice(readBody(InvoiceBody, request));
    if (result.outcome === 'conflict')
      throw new Problem(409, [{ code: 'conflict', detail: 'this order has an invoice over something else' }]);
    if (result.outcome === 'unsupported')
      throw new Problem(422, [{ code: 'unsupported', detail: 'cannot receive on this kind or network' }]);
    return reply.code(201).send(presentInvoice(result.invoice, options.publicUrl));
  });
  app.post('/sandbox/payouts', { preHandler }, async (request, reply) => {
    const payoutReply = await provider.takePayout(readBody(PayoutBody, request));
    return answerPayout(payoutReply, reply, provider.context.timing.hangMs);
  });
  app.get<{ Params: { reference: string } }>('/sandbox/payouts/:reference', { preHandler }, async (request, reply) => {
    const lookup = await provider.askPayout(request.params.reference);
    if (lookup.outcome === 'found') return presentPayout(lookup.payout);
    return reply
      .code(404)
      .send({ errors: [{ status: '404', code: 'unknown_reference', detail: 'unknown reference' }], certain: lookup.isCertain });
  });
  app.get('/sandbox/events', { preHandler }, async (request, reply) => {
    const { after, limit } = read(FeedQuery, request.query);
    const events = await provider.events(after, limit);
    return reply.send({ events: events.map(presentEvent) });
  });
}

const presentInvoice = (invoice: Invoice, publicUrl: () => string): Record<string, unknown> => ({
  order_id: invoice.order_id,
  amount: invoice.amount,
  currency: invoice.currency,
  pay_to: invoice.pay_to,
  memo: invoice.memo,
  requisites: invoice.requisites,
  qr_payload: invoice.qr_payload,
  pay_url: `${publicUrl()}/sandbox/pay/${encodeURIComponent(invoice.order_id)}`,
  checkout_url: `${publicUrl()}/sandbox/checkout`,
});

const PROBLEM_BY_OUTCOME: Readonly<Record<Exclude<PayoutReply['outcome'], 'taken' | 'known' | 'hang'>, readonly [number, string]>> = {
  broken: [500, 'internal_error'],
  not_telling: [504, 'no_answer'],
  down: [503, 'unavailable'],
  too_late: [410, 'too_late'],
  conflict: [409, 'conflict'],
};

async function answerPayout(payoutReply: PayoutReply, reply: FastifyReply, hangMs: number): Promise<FastifyReply> {
  if (payoutReply.outcome === 'taken' || payoutReply.outcome === 'known')
    return reply.code(payoutReply.outcome === 'taken' ? 201 : 200).send(presentPayout(payoutReply.payout));
  if (payoutReply.outcome !== 'hang') {
    const [status, code] = PROBLEM_BY_OUTCOME[payoutReply.outcome];
    throw new Problem(status, [{ code, detail: code }]);
  }
  // Sends no response until the caller has given up, then closes the connection.
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, hangMs);
    reply.raw.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  reply.hijack();
  reply.raw.destroy();
  return reply;
}
