import * as z from 'zod/mini';
import { MAX_SLUG_LENGTH } from '#core/content/slug.ts';
import { CONTENT_KINDS, CONTENT_STATES } from '#core/content/item.ts';
import { LOCALES } from '#core/locale.ts';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

const singleLine = (maxLength: number) => z.string().check(z.maxLength(maxLength), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u));

/** Draft of a text in one language; may be incomplete. */
const DraftText = z.object({
  title: singleLine(200),
  slug: singleLine(MAX_SLUG_LENGTH),
  seolink: singleLine(MAX_SLUG_LENGTH),
  excerpt: z.string().check(z.maxLength(600)),
  /** Validated node by node (`core/content/document.ts`). */
  body: z.record(z.string(), z.unknown()),
  seo: z.object({ title: singleLine(200), description: singleLine(400) }),
});
export type DraftText = z.output<typeof DraftText>;
const DraftTexts = { ru: z.nullable(DraftText), en: z.nullable(DraftText) };

const REVISION = z.int().check(z.positive(), z.maximum(2_147_483_647));
const CATEGORY = z.string().check(z.regex(/^\d{1,9}$/));
const SORT = z.int().check(z.minimum(-10_000), z.maximum(10_000));
const NOTE = z.optional(z.string().check(z.maxLength(500)));
const WHEN = z.optional(z.nullable(z.iso.datetime({ offset: true })));

const person = z.nullable(z.string());
const moment = z.nullable(z.string());

/** A row of the list. */
export const ContentRowAttributes = z.object({
  kind: z.enum(CONTENT_KINDS),
  category_id: z.string(),
  category: z.object({ ru: z.string(), en: z.string() }),
  state: z.enum(CONTENT_STATES),
  /** The draft is newer than the published version. */
  has_changes: z.boolean(),
  is_in_review: z.boolean(),
  title: z.object({ ru: z.nullable(z.string()), en: z.nullable(z.string()) }),
  published_at: moment,
  /** Time of the next scheduled action; `next`: its kind. */
  next_at: moment,
  next: z.nullable(z.enum(['publish', 'take_down'])),
  sort: z.number(),
  draft_at: z.string(),
  draft_by: person,
});
export type ContentRowAttributes = z.output<typeof ContentRowAttributes>;

/** A text in the editor. */
export const ContentItemAttributes = z.extend(ContentRowAttributes, {
  revision: z.number(),
  ...DraftTexts,
  review_by: person,
  review_note: z.nullable(z.string()),
  created_at: z.string(),
  created_by: person,
  /** Published version. */
  shown_version: z.nullable(z.number()),
  /** Public addresses. */
  shown: z.object({
    ru: z.nullable(z.object({ slug: z.string(), seolink: z.string() })),
    en: z.nullable(z.object({ slug: z.string(), seolink: z.string() })),
  }),
});
export type ContentItemAttributes = z.output<typeof ContentItemAttributes>;

export const ContentVersionAttributes = z.object({
  number: z.number(),
  made_at: z.string(),
  made_by: person,
  note: z.string(),
  is_shown: z.boolean(),
  title: z.object({ ru: z.nullable(z.string()), en: z.nullable(z.string()) }),
});
export type ContentVersionAttributes = z.output<typeof ContentVersionAttributes>;

const WholeVersionAttributes = z.extend(ContentVersionAttributes, DraftTexts);

const BASE = '/api/office/v1/content_items';
const item = { kind: 'resource', type: 'content_items', attributes: ContentItemAttributes, status: 200 } as const;

export const officeListContent = endpoint({
  name: 'officeListContent',
  summary: 'Lists texts, newest drafts first; `q`: words of titles and addresses',
  method: 'GET',
  path: BASE,
  action: 'read_content',
  query: z.object({
    kind: z.optional(z.enum(CONTENT_KINDS)),
    state: z.optional(z.enum(CONTENT_STATES)),
    category_id: z.optional(CATEGORY),
    /** Only texts without this language. */
    lacks: z.optional(z.enum(LOCALES)),
    q: z.optional(z.string().check(z.maxLength(200))),
    ...pagingQuery,
    sort: sortQuery('draft_at', 'published_at', 'kind', 'sort'),
  }),
  reply: { kind: 'collection', type: 'content_items', attributes: ContentRowAttributes, paged: true },
  refusals: [],
});

export const officeGetContent = endpoint({
  name: 'officeGetContent',
  summary: 'Returns a text with its draft',
  method: 'GET',
  path: `${BASE}/{id}`,
  action: 'read_content',
  params: idParams,
  reply: item,
  refusals: ['not_found'],
});

export const officeCreateContent = endpoint({
  name: 'officeCreateContent',
  summary: 'Creates an empty text in Russian, not published',
  method: 'POST',
  path: BASE,
  action: 'change_content',
  body: z.object({ category_id: CATEGORY }),
  reply: { ...item, status: 201 },
  refusals: ['invalid_format'],
});

export const officeSaveContent = endpoint({
  name: 'officeSaveContent',
  summary: 'Saves the draft based on a revision; `edit_conflict`: it has been saved since; `keep`: stores the earlier draft as a version',
  method: 'PUT',
  path: `${BASE}/{id}/draft`,
  action: 'change_content',
  params: idParams,
  body: z.object({ revision: REVISION, category_id: CATEGORY, sort: SORT, ...DraftTexts, keep: z.optional(z.boolean()) }),
  maxBytes: 2 * 1024 * 1024,
  reply: item,
  refusals: ['not_found', 'edit_conflict', 'invalid_format', 'order_state_conflict'],
});

export const officeReviewContent = endpoint({
  name: 'officeReviewContent',
  summary: 'Stores the draft as a version and asks a colleague for review',
  method: 'POST',
  path: `${BASE}/{id}/review`,
  action: 'change_content',
  params: idParams,
  body: z.object({ revision: REVISION, note: NOTE }),
  reply: item,
  refusals: ['not_found', 'edit_conflict', 'required', 'too_long', 'invalid_format'],
});

export const officePublishContent = endpoint({
  name: 'officePublishContent',
  summary: 'Publishes the draft from a time (default: now) to an optional end; refused if it has changed since it was read',
  method: 'POST',
  path: `${BASE}/{id}/publish`,
  action: 'publish_content',
  params: idParams,
  body: z.object({ revision: REVISION, from: WHEN, until: WHEN, note: NOTE }),
  reply: item,
  refusals: ['not_found', 'edit_conflict', 'required', 'too_long', 'invalid_format', 'order_state_conflict'],
});

export const officeArchiveContent = endpoint({
  name: 'officeArchiveContent',
  summary: 'Unpublishes a text and cancels its schedule',
  method: 'POST',
  path: `${BASE}/{id}/archive`,
  action: 'publish_content',
  params: idParams,
  body: z.object({ revision: REVISION }),
  reply: item,
  refusals: ['not_found', 'edit_conflict', 'order_state_conflict'],
});

export const officeCallOffContent = endpoint({
  name: 'officeCallOffContent',
  summary: 'Cancels scheduled publications that have not begun; the published version stays',
  method: 'POST',
  path: `${BASE}/{id}/call_off`,
  action: 'publish_content',
  params: idParams,
  body: z.object({ revision: REVISION }),
  reply: item,
  refusals: ['not_found', 'edit_conflict', 'order_state_conflict'],
});

export const officeListContentVersions = endpoint({
  name: 'officeListContentVersions',
  summary: 'Lists versions of a text, newest first: author, time, note',
  method: 'GET',
  path: `${BASE}/{id}/versions`,
  action: 'read_content',
  params: idParams,
  query: z.object({ ...pagingQuery, sort: sortQuery('number') }),
  reply: { kind: 'collection', type: 'content_versions', attributes: ContentVersionAttributes, paged: true },
  refusals: ['not_found'],
});

export const officeGetContentVersion = endpoint({
  name: 'officeGetContentVersion',
  summary: 'Returns one version in full',
  method: 'GET',
  path: `${BASE}/{id}/versions/{number}`,
  action: 'read_content',
  params: z.extend(idParams, { number: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
  reply: { kind: 'resource', type: 'content_versions', attributes: WholeVersionAttributes, status: 200 },
  refusals: ['not_found'],
});

export const officeRollBackContent = endpoint({
  name: 'officeRollBackContent',
  summary: 'Restores the draft from a version, as a new version; not published',
  method: 'POST',
  path: `${BASE}/{id}/roll_back`,
  action: 'change_content',
  params: idParams,
  body: z.object({ revision: REVISION, number: z.int().check(z.positive(), z.maximum(2_147_483_647)) }),
  reply: item,
  refusals: ['not_found', 'edit_conflict'],
});
