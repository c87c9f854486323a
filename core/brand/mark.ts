import type { PaymentSystemKind } from '#core/payment-system/payment-system.ts';

/** Paint of a layer: the brand's tint, its darker shade, or the paper colour. */
export type MarkPaint = 'base' | 'shade' | 'ink';

export interface MarkLayer {
  /** SVG path data on the grid; even-odd fill. */
  readonly d: string;
  readonly paint: MarkPaint;
}

/**
 * A drawn mark (identity: the shape shows the kind, monogram and tint the brand). Plain geometry, used by site, office, mail and server.
 */
export interface MarkShape {
  readonly layers: readonly MarkLayer[];
  /** Centre of the monogram and the largest font size that one or two characters fit in; three take `MARK_NARROW` of it. */
  readonly monogram: { readonly x: number; readonly y: number; readonly size: number };
}

/** Side of the square grid every mark is drawn on. */
export const MARK_GRID = 48;
const MARK_NARROW = 0.74;

const circle = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0z`;

const SHAPES: Readonly<Record<PaymentSystemKind, MarkShape>> = {
  crypto: {
    layers: [
      { d: circle(24, 24, 21), paint: 'base' },
      { d: `${circle(24, 24, 18)}${circle(24, 24, 16.6)}`, paint: 'shade' },
    ],
    monogram: { x: 24, y: 24, size: 17 },
  },
  card: {
    layers: [
      { d: 'M7 9h34a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V13a4 4 0 0 1 4-4z', paint: 'base' },
      { d: 'M3 14h42v5H3z', paint: 'shade' },
    ],
    monogram: { x: 24, y: 29, size: 15 },
  },
  bank_account: {
    layers: [
      { d: 'M24 3l21 11v4H3v-4zM6 20h36v18H6z', paint: 'base' },
      { d: 'M3 40h42v5H3zM24 8l11 6H13z', paint: 'shade' },
    ],
    monogram: { x: 24, y: 29, size: 15 },
  },
  fast_payment: {
    layers: [
      { d: 'M31 2L5 28h14l-4 18 28-27H28z', paint: 'base' },
      { d: 'M31 2L5 28h4L33.4 3.6z', paint: 'shade' },
    ],
    monogram: { x: 24, y: 24, size: 13 },
  },
  e_wallet: {
    layers: [
      { d: 'M9 8h26a4 4 0 0 1 4 4v3h1a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H9a5 5 0 0 1-5-5V13a5 5 0 0 1 5-5z', paint: 'base' },
      { d: 'M9 11.5h27v1.5H9zM38 23h8v10h-8a5 5 0 0 1 0-10z', paint: 'shade' },
    ],
    monogram: { x: 18.5, y: 28, size: 15 },
  },
  cash: {
    layers: [
      { d: 'M2 10h44v28H2z', paint: 'base' },
      { d: `M5 13h38v22H5zM6.4 14.4v19.2h35.2V14.4z${circle(24, 24, 10.5)}`, paint: 'shade' },
    ],
    monogram: { x: 24, y: 24, size: 14 },
  },
};

/** The shape of a kind of payment system. */
export const markShape = (kind: PaymentSystemKind): MarkShape => SHAPES[kind];

/** Font size of a monogram of one to three characters. */
export const monogramSize = (shape: MarkShape, monogram: string): number =>
  [...monogram].length > 2 ? Math.round(shape.monogram.size * MARK_NARROW * 10) / 10 : shape.monogram.size;

export interface MarkTint {
  readonly base: string;
  readonly shade: string;
  /** The monogram; AA on the base (tested). */
  readonly ink: string;
}

const PAPER = '#fbf8f1';
const INK = '#1c211d';
const NEUTRAL: MarkTint = { base: '#4b5750', shade: '#37413b', ink: PAPER };

/** Tints by name, as a payment system's row names them. */
const TINTS: Readonly<Record<string, MarkTint>> = {
  neutral: NEUTRAL,
  fern: { base: '#1f7a43', shade: '#155a30', ink: PAPER },
  amber: { base: '#efc43c', shade: '#cfa11f', ink: INK },
  brick: { base: '#b3302a', shade: '#86211d', ink: PAPER },
  cobalt: { base: '#22509f', shade: '#183b78', ink: PAPER },
  slate: { base: '#44546b', shade: '#323f52', ink: PAPER },
  coal: { base: '#5b6267', shade: '#454b4f', ink: PAPER },
  sky: { base: '#1d6aa5', shade: '#134e7c', ink: PAPER },
  teal: { base: '#0f6f72', shade: '#0a5254', ink: PAPER },
  plum: { base: '#5e3f92', shade: '#452d6e', ink: PAPER },
  violet: { base: '#7040ad', shade: '#532d85', ink: PAPER },
  moss: { base: '#4d6b23', shade: '#385017', ink: PAPER },
  banknote: { base: '#2d6a4c', shade: '#1f4d37', ink: PAPER },
  copper: { base: '#a85a12', shade: '#7f430b', ink: PAPER },
  rust: { base: '#b04a1c', shade: '#863712', ink: PAPER },
  iris: { base: '#515fa6', shade: '#3c4781', ink: PAPER },
  steel: { base: '#46648a', shade: '#334b69', ink: PAPER },
  ochre: { base: '#86691a', shade: '#654f11', ink: PAPER },
  crimson: { base: '#b02335', shade: '#841826', ink: PAPER },
  mint: { base: '#1a7860', shade: '#125846', ink: PAPER },
};

/** Names of all tints, in display order. */
export const MARK_TINTS: readonly string[] = Object.keys(TINTS);
export const isMarkTint = (name: string): boolean => Object.hasOwn(TINTS, name);

/** The colours of a tint; an unknown name gives the neutral tint, so that a row can never break a page. */
export const markTint = (name: string): MarkTint => (isMarkTint(name) ? (TINTS[name] ?? NEUTRAL) : NEUTRAL);

/** Chains that carry other brands' tokens: their tint marks the token's corner. */
const NETWORK_TINTS: Readonly<Record<string, string>> = { ERC20: 'iris', TRC20: 'crimson', BEP20: 'amber' };

/** Tint of a token's network; null where the network is the brand's own. */
export const networkTint = (network: string | null): MarkTint | null => {
  const name = network !== null && Object.hasOwn(NETWORK_TINTS, network) ? NETWORK_TINTS[network] : undefined;
  return name === undefined ? null : markTint(name);
};

/** Position and radius of the network's dot, and radius of the paper rim around it. */
export const NETWORK_DOT = { x: 39, y: 39, radius: 6.5, rim: 8.5 } as const;
