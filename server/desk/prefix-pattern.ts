import { escapeLike } from '#server/platform/db/db.ts';

/** `like` pattern for texts that start with `text`, taken literally. */
export const prefixPattern = (text: string): string => `${escapeLike(text)}%`;
