/** Widths that an image of a text is stored in, ascending. */
const WIDTHS = [480, 960, 1600] as const;

/** Stored widths of an image: those below its own, and its own where that is at most the widest. */
export function imageWidths(width: number): readonly number[] {
  const narrower = WIDTHS.filter((stored) => stored < width);
  return width <= WIDTHS[2] ? [...narrower, width] : narrower;
}

/** The public path of an image in one of its widths. */
export const imagePath = (id: string, width: number): string => `/content/images/${id}-${width}.webp`;
