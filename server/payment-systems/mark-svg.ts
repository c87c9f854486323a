import { MARK_GRID, type MarkPaint, type MarkTint, markShape, markTint, monogramSize, NETWORK_DOT, networkTint } from '#core/brand/mark.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { escapeHtml } from '#core/text/escape-html.ts';

const FONT = "'Golos Text Variable','Golos Text',system-ui,sans-serif";

function dot(tint: MarkTint | null): string {
  if (tint === null) return '';
  const { x, y, radius, rim } = NETWORK_DOT;
  return `<circle cx="${x}" cy="${y}" r="${rim}" fill="#fbf8f1"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${tint.base}"/>`;
}

/** The mark of a payment system as SVG; attributes instead of styles, so that any content security policy allows it. */
export function markSvg(system: Pick<PaymentSystem, 'kind' | 'mark' | 'network'>): string {
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
