import * as z from 'zod/mini';
import { MAX_SLUG_LENGTH } from '#core/content/slug.ts';
import { CONTENT_KINDS } from '#core/content/item.ts';
import { endpoint } from '#contract/endpoint.ts';

const name = z.string().check(z.maxLength(80), z.trim(), z.minLength(1), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u));

export const OfficeCategoryAttributes = z.object({
  kind: z.enum(CONTENT_KINDS),
  /** Null: one of the three root categories. */
  parent_id: z.nullable(z.string()),
  name: z.object({ ru: z.string(), en: z.string() }),
  slug: z.string(),
  sort: z.number(),
  version: z.number(),
  /** Number of texts, unpublished ones included. */
  texts: z.number(),
});
export type OfficeCategoryAttributes = z.output<typeof OfficeCategoryAttributes>;

const categoryFields = {
  name: z.object({ ru: name, en: name }),
  slug: z.string().check(z.maxLength(MAX_SLUG_LENGTH)),
  sort: z.int().check(z.minimum(-10_000), z.maximum(10_000)),
};
const VERSION = z.int().check(z.positive(), z.maximum(2_147_483_647));
const BASE = '/api/office/v1/content_categories';
const params = z.object({ id: z.string().check(z.regex(/^\d{1,9}$/)) });
const category = { kind: 'resource', type: 'content_categories', attributes: OfficeCategoryAttributes, status: 200 } as const;

export const officeListContentCategories = endpoint({
  name: 'officeListContentCategories',
  summary: 'Lists categories in display order',
  method: 'GET',
  path: BASE,
  action: 'read_content',
  reply: { kind: 'collection', type: 'content_categories', attributes: OfficeCategoryAttributes },
  refusals: [],
});

export const officeAddContentCategory = endpoint({
  name: 'officeAddContentCategory',
  summary: 'Creates a category of news or questions',
  method: 'POST',
  path: BASE,
  action: 'change_content',
  body: z.object({ kind: z.enum(CONTENT_KINDS), ...categoryFields }),
  reply: { ...category, status: 201 },
  refusals: ['required', 'too_long', 'invalid_format', 'order_state_conflict'],
});

export const officeChangeContentCategory = endpoint({
  name: 'officeChangeContentCategory',
  summary: 'Updates names, address and position of a category; refused if its version is stale',
  method: 'PUT',
  path: `${BASE}/{id}`,
  action: 'change_content',
  params,
  body: z.object({ ...categoryFields, version: VERSION }),
  reply: category,
  refusals: ['not_found', 'edit_conflict', 'required', 'too_long', 'invalid_format', 'order_state_conflict'],
});

export const officeRemoveContentCategory = endpoint({
  name: 'officeRemoveContentCategory',
  summary: 'Deletes an empty category',
  method: 'DELETE',
  path: `${BASE}/{id}`,
  action: 'change_content',
  params,
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found', 'order_state_conflict'],
});

export const MAX_CONTENT_IMAGE_BYTES = 10 * 1024 * 1024;

export const officeAddContentImage = endpoint({
  name: 'officeAddContentImage',
  summary: 'Uploads an image for a text: re-encoded without metadata, in up to three widths',
  method: 'POST',
  path: '/api/office/v1/content_images',
  action: 'change_content',
  files: { image: { required: true, maxBytes: MAX_CONTENT_IMAGE_BYTES } },
  reply: {
    kind: 'resource',
    type: 'content_images',
    attributes: z.object({ width: z.number(), height: z.number(), src: z.string() }),
    status: 201,
  },
  refusals: ['invalid_file_type', 'file_too_large'],
});
