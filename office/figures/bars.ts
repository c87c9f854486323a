export interface Bar {
  readonly value: number;
  /** Share of the height, from the top. */
  readonly top: number;
  readonly height: number;
}

/** Bars over and under one line of nothing, in shares of a common height. */
export function barsOf(values: readonly number[]): { readonly bars: readonly Bar[]; readonly zero: number } {
  const [most, least] = [Math.max(0, ...values), Math.min(0, ...values)];
  const span = most - least || 1;
  const zero = most / span;
  const bars = values.map((value) => {
    const height = Math.abs(value) / span;
    return { value, top: value >= 0 ? zero - height : zero, height };
  });
  return { bars, zero };
}
