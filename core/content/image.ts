/** Widths that a picture of a text is kept in, the narrowest first. */
const WIDTHS = [480, 960, 1600] as const;

/** In which widths a picture is kept: those below its own, and its own where that is no wider than the widest. */
export function imageWidths(width: number): readonly number[] {
  const narrower = WIDTHS.filter((one) => one < width);
  return width <= WIDTHS[2] ? [...narrower, width] : narrower;
}

/** The public address of a picture in one of its widths. */
export const imagePath = (id: string, width: number): string => `/content/images/${id}-${width}.webp`;
