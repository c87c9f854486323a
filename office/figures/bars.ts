export interface Bar {
  readonly value: number;
  /** Share of the height, from the top. */
  readonly top: number;
  readonly height: number;
}

/** Bars above and below the zero line, in shares of a common height. */
export function barsOf(values: readonly number[]): { readonly bars: readonly Bar[]; readonly zero: number } {
  const [max, min] = [Math.max(0, ...values), Math.min(0, ...values)];
  const span = max - min || 1;
  const zero = max / span;
  const bars = values.map((value) => {
    const height = Math.abs(value) / span;
    return { value, top: value >= 0 ? zero - height : zero, height };
  });
  return { bars, zero };
}
