import { escapeLike } from '#server/platform/db/escape-like.ts';

/** `like` pattern for texts that start with `text`, taken literally. */
export const prefixPattern = (text: string): string => `${escapeLike(text)}%`;
