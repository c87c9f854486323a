import type { ContentTexts } from '#core/content/item.ts';
import { col } from '#server/platform/db/db.ts';

/** Texts, validated when they were saved. A body is validated again before it is shown: an invalid one hides its text only. */
export const textsColumn = col.storedJson<ContentTexts>();
