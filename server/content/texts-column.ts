import type { ContentTexts } from '#core/content/item.ts';
import { storedJson } from '#server/platform/db/columns.ts';

/** Texts, validated when they were saved. A body is validated again before it is shown: an invalid one hides its text only. */
export const textsColumn = storedJson<ContentTexts>();
