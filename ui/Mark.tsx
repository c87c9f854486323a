import { MARK_GRID, type MarkPaint, markShape, markTint, monogramSize, NETWORK_DOT, networkTint } from '#core/brand/mark.ts';
import type { PaymentSystemKind } from '#core/payment-system/payment-system.ts';

export interface MarkProps {
  readonly kind: PaymentSystemKind;
  readonly monogram: string;
  /** Name of the tint (`fern`, `copper`). */
  readonly tint: string;
  readonly network?: string | null;
  readonly className?: string;
}

/** Icon of a payment system: the shape shows its kind, monogram and tint the brand. Decorative, because the name is shown beside it. */
export function Mark({ kind, monogram, tint, network = null, className = 'size-8' }: MarkProps) {
  const shape = markShape(kind);
  const colours = markTint(tint);
  const dot = networkTint(network);
  const paint = (name: MarkPaint): string => colours[name];
  return (
    <svg viewBox={`0 0 ${MARK_GRID} ${MARK_GRID}`} aria-hidden="true" className={`shrink-0 ${className}`}>
      {shape.layers.map((layer) => (
        <path key={layer.d} d={layer.d} fill={paint(layer.paint)} fillRule="evenodd" />
      ))}
      <text
        x={shape.monogram.x}
        y={shape.monogram.y}
        dy="0.36em"
        textAnchor="middle"
        fontSize={monogramSize(shape, monogram)}
        fontWeight="700"
        fill={colours.ink}
      >
        {monogram}
      </text>
      {dot === null ? null : (
        <>
          <circle cx={NETWORK_DOT.x} cy={NETWORK_DOT.y} r={NETWORK_DOT.rim} className="fill-sheet" />
          <circle cx={NETWORK_DOT.x} cy={NETWORK_DOT.y} r={NETWORK_DOT.radius} fill={dot.base} />
        </>
      )}
    </svg>
  );
}
