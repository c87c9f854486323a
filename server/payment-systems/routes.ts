import { createHash } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { Resource } from '#contract/document.ts';
import { listPaymentSystems, type PaymentSystemAttributes } from '#contract/public/payment-systems.ts';
import { checkTypedRequisites } from '#contract/public/requisite-checks.ts';
import { MARK_GRID, type MarkPaint, markShape, type MarkTint, markTint, monogramSize, NETWORK_DOT, networkTint } from '#core/brand/mark.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { accept, refuse } from '#core/result.ts';
import { escapeHtml } from '#core/text/escape-html.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Catalogue } from './catalogue.ts';
import { checkAddressOf } from './check-address.ts';
import { presentPaymentSystem } from './present.ts';

/** The resource without outcomes of excluded currencies. */
function withoutOutcomes(
  resource: Resource<PaymentSystemAttributes>,
  excluded: ReadonlySet<string>,
  catalogue: Pick<Catalogue, 'paymentSystem'>,
): Resource<PaymentSystemAttributes> {
  if (excluded.size === 0) return resource;
  const ids = resource.attributes.outcome_payment_system_ids.filter((code) => !excluded.has(catalogue.paymentSystem(code)?.currency ?? ''));
  return { ...resource, attributes: { ...resource.attributes, outcome_payment_system_ids: ids } };
}

/**
 * `GET /payment_systems` and `POST /requisite_checks`, from memory. Systems disabled on both sides and excluded currencies are left out,
 * also as outcomes.
 */
export const paymentSystemRoutes = (deps: Pick<Deps, 'catalogue'>): Route[] => [
  route(listPaymentSystems, async ({ query, locale }) => {
    const { catalogue } = deps;
    const excluded = new Set(query.excluded_currency_iso_codes ?? []);
    const visible = catalogue.paymentSystems().filter((system) => {
      const isOpen = system.incomeEnabled || system.outcomeEnabled;
      const matchesReferral = query.enable_referal_output !== 'true' || system.referalOutputEnabled;
      return isOpen && matchesReferral && !excluded.has(system.currency);
    });
    return accept({
      data: visible.map((system) => withoutOutcomes(presentPaymentSystem(catalogue, system, locale), excluded, catalogue)),
    });
  }),
  route(checkTypedRequisites, async ({ body }) => {
    const system = deps.catalogue.paymentSystem(body.payment_system_id);
    if (system === undefined) return refuse({ code: 'direction_unavailable', field: 'payment_system_id' });
    const checked = checkRequisites({
      fields: body.side === 'income' ? system.incomeFields : system.outcomeFields,
      values: body.requisites,
      noMemo: body.no_memo === true,
      checkAddress: checkAddressOf(system),
    });
    if (!checked.ok)
      return { ok: false, refusals: checked.refusals.map((refusal) => ({ ...refusal, field: `requisites/${refusal.field ?? ''}` })) };
    const attributes = { payment_system_id: system.code, side: body.side, requisites: { ...checked.value } };
    return accept({ data: { type: 'requisite_checks', id: `${system.code}-${body.side}`, attributes } });
  }),
];

const FONT = "'Golos Text Variable','Golos Text',system-ui,sans-serif";

function dot(tint: MarkTint | null): string {
  if (tint === null) return '';
  const { x, y, radius, rim } = NETWORK_DOT;
  return `<circle cx="${x}" cy="${y}" r="${rim}" fill="#fbf8f1"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${tint.base}"/>`;
}

/** The mark of a payment system as SVG; attributes instead of styles, so that any content security policy allows it. */
function markSvg(system: Pick<PaymentSystem, 'kind' | 'mark' | 'network'>): string {
  const shape = markShape(system.kind);
  const tint = markTint(system.mark.tint);
  const colours: Readonly<Record<MarkPaint, string>> = tint;
  const layers = shape.layers.map((layer) => `<path fill="${colours[layer.paint]}" fill-rule="evenodd" d="${layer.d}"/>`).join('');
  const { x, y } = shape.monogram;
  const text =
    `<text x="${x}" y="${y}" fill="${tint.ink}" font-family="${FONT}" font-size="${monogramSize(shape, system.mark.monogram)}" font-weight="700"` +
    ` text-anchor="middle" dominant-baseline="central">${escapeHtml(system.mark.monogram)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK_GRID} ${MARK_GRID}" width="${MARK_GRID}" height="${MARK_GRID}">${layers}${text}${dot(networkTint(system.network))}</svg>`;
}

const CACHE = 'public, max-age=3600, stale-while-revalidate=86400';

/** `GET /marks/<code>.svg`: icons of `icon_url`, with an ETag; 404 for an unknown code. */
export const markFiles = (deps: { readonly catalogue: Pick<Catalogue, 'paymentSystem'> }): FastifyPluginAsync => {
  return async (app) => {
    app.get<{ Params: { file: string } }>('/marks/:file', async (request, reply) => {
      const { file } = request.params;
      const system = file.endsWith('.svg') ? deps.catalogue.paymentSystem(file.slice(0, -4)) : undefined;
      if (!system) return reply.callNotFound();
      const body = Buffer.from(markSvg(system));
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      reply.header('cache-control', CACHE).header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('image/svg+xml').send(body);
    });
  };
};
