import { expect, test } from 'vitest';
import { MARK_GRID, markShape, markTint, monogramSize, networkTint, NETWORK_DOT } from './mark.ts';
import { PAYMENT_SYSTEM_KINDS } from '#core/payment-system/payment-system.ts';

const TINT_NAMES = [
  'neutral',
  'fern',
  'amber',
  'brick',
  'cobalt',
  'slate',
  'coal',
  'sky',
  'teal',
  'plum',
  'violet',
  'moss',
  'banknote',
  'copper',
  'rust',
  'iris',
  'steel',
  'ochre',
  'crimson',
  'mint',
] as const;

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.039_28 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test.each(TINT_NAMES)('the monogram is readable on %s (WCAG AA)', (name) => {
  const { base, ink } = markTint(name);
  const [light = 0, dark = 0] = [luminance(base), luminance(ink)].sort((a, b) => b - a);
  expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5);
});

test.each(TINT_NAMES)('%s is visible on the board and on dark paper', (name) => {
  const base = luminance(markTint(name).base) + 0.05;
  for (const ground of ['#14271f', '#0d1813', '#1a2d24', '#15241d']) expect(base / (luminance(ground) + 0.05)).toBeGreaterThanOrEqual(1.6);
});

test('tints differ, and an unknown one is neutral', () => {
  expect(new Set(TINT_NAMES.map((name) => markTint(name).base)).size).toBe(TINT_NAMES.length);
  expect(markTint('constructor')).toBe(markTint('neutral'));
});

test('every kind has its own shape with a monogram inside the grid', () => {
  const shapes = PAYMENT_SYSTEM_KINDS.map(markShape);
  expect(new Set(shapes.map((shape) => shape.layers.map((layer) => layer.d).join(' '))).size).toBe(PAYMENT_SYSTEM_KINDS.length);
  for (const shape of shapes) {
    const { x, y, size } = shape.monogram;
    expect(Math.min(x, y, MARK_GRID - x, MARK_GRID - y)).toBeGreaterThan(size / 2);
    expect(monogramSize(shape, 'ABC')).toBeLessThan(monogramSize(shape, 'AB'));
  }
});

test('only tokens on another brand’s chain carry its dot', () => {
  expect(networkTint('TRC20')).not.toBeNull();
  expect(networkTint('BTC')).toBeNull();
  expect(networkTint(null)).toBeNull();
  expect(NETWORK_DOT.x + NETWORK_DOT.rim).toBeLessThanOrEqual(MARK_GRID);
});
