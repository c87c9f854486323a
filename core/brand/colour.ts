/** A colour of a screen, each part from 0 to 255. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Parses `#1a7` or `#11aa77`, with or without `#`. Undefined for anything else, as the result is written into a style sheet. */
export function parseColour(text: string): Colour | undefined {
  const short = /^#?([\da-f])([\da-f])([\da-f])$/i.exec(text);
  const long = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text);
  const parts = short?.slice(1).map((digit) => digit + digit) ?? long?.slice(1);
  if (parts === undefined) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16));
  return { red, green, blue };
}

const CHANNELS = ['red', 'green', 'blue'] as const;

/** A colour as `#rrggbb`. */
export const colourText = (colour: Colour): string =>
  `#${CHANNELS.map((channel) => colour[channel].toString(16).padStart(2, '0')).join('')}`;

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = ({ red, green, blue }: Colour): number => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrastOf(first: Colour, second: Colour): number {
  const [light = 1, dark = 1] = [luminance(first), luminance(second)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Minimum contrast of text (WCAG 2.2 AA). */
export const MIN_CONTRAST = 4.5;
/** Number of steps from a colour to black or white. */
const STEPS = 50;

/** The nearest colour that is readable on a surface: darkened on a light one, lightened on a dark one. */
export function readableOn(colour: Colour, surface: Colour): Colour {
  const target = luminance(surface) > 0.18 ? 0 : 255;
  const shifted = (step: number): Colour => {
    const part = (from: number) => Math.round(from + ((target - from) * step) / STEPS);
    return { red: part(colour.red), green: part(colour.green), blue: part(colour.blue) };
  };
  for (let step = 0; step < STEPS; step += 1) {
    const candidate = shifted(step);
    if (contrastOf(candidate, surface) >= MIN_CONTRAST) return candidate;
  }
  return shifted(STEPS);
}
