import * as z from 'zod/mini';
import { LOCALES } from '#core/locale.ts';
import { rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

const Both = z.object({ ru: z.string(), en: z.string() });
const locale = z.enum(LOCALES);

export const OfficeTextAttributes = z.object({
  /** Type of the e-mail or notice. */
  letters: z.string(),
  /** Title in its current form. */
  title: Both,
  /** The text that matched `q`; null: none was searched. */
  found: z.nullable(z.string()),
  is_changed: z.boolean(),
  saved_at: z.nullable(z.string()),
  saved_by: z.nullable(z.string()),
});
export type OfficeTextAttributes = z.output<typeof OfficeTextAttributes>;

const Line = z.object({ key: z.string(), locale, value: z.nullable(z.string()) });
const Field = z.object({
  key: z.string(),
  name: z.string(),
  locale,
  delivered: z.string(),
  /** Null: the default text. */
  value: z.nullable(z.string()),
  /** Required variables; `brand` is optional. */
  variables: z.array(z.string()),
  max_length: z.int(),
});

export const OfficeTextDetail = z.extend(OfficeTextAttributes, {
  version: z.int(),
  fields: z.array(Field),
  history: z.array(z.object({ version: z.int(), saved_at: z.string(), saved_by: z.string(), values: z.array(Line) })),
});
export type OfficeTextDetail = z.output<typeof OfficeTextDetail>;

export const TextPreviewAttributes = z.object({
  subject: z.string(),
  html: z.string(),
  plain: z.string(),
  /** Title in a browser and a chat. */
  title: z.string(),
  text: z.string(),
});
export type TextPreviewAttributes = z.output<typeof TextPreviewAttributes>;

const values = z
  .array(
    z.object({
      key: z.string().check(z.maxLength(120)),
      locale,
      value: z.nullable(z.string().check(z.maxLength(4000))),
    }),
  )
  .check(z.maxLength(60));
const params = z.object({ id: z.string().check(z.regex(/^[a-z_]+(?:\.\w+){0,4}$/)) });
const detail = { kind: 'resource', type: 'texts', attributes: OfficeTextDetail, status: 200 } as const;

export const officeListTexts = endpoint({
  name: 'officeListTexts',
  summary: 'Lists texts of e-mails and notices that can be changed; `q`: a sentence as customers see it, or its words',
  method: 'GET',
  path: '/api/office/v1/texts',
  action: 'read_texts',
  query: z.object({ q: z.optional(z.string().check(z.maxLength(200))) }),
  reply: { kind: 'collection', type: 'texts', attributes: OfficeTextAttributes },
  refusals: [],
});

export const officeGetText = endpoint({
  name: 'officeGetText',
  summary: 'Returns one text in both languages: default, current, required variables, former versions',
  method: 'GET',
  path: '/api/office/v1/texts/{id}',
  action: 'read_texts',
  params,
  reply: detail,
  refusals: ['not_found'],
});

export const officeSaveText = endpoint({
  name: 'officeSaveText',
  summary: 'Changes a text, effective within a second; null: the default',
  method: 'PUT',
  path: '/api/office/v1/texts/{id}',
  action: 'change_texts',
  params,
  body: z.object({ version: rowVersion, values }),
  reply: detail,
  refusals: ['not_found', 'invalid_format', 'edit_conflict'],
});

export const officePreviewText = endpoint({
  name: 'officePreviewText',
  summary: 'Previews an e-mail with this text in all its forms, with sample data',
  method: 'POST',
  path: '/api/office/v1/texts/{id}/preview',
  action: 'read_texts',
  effect: 'calculation',
  params,
  body: z.object({ locale, values }),
  bodyType: 'text_previews',
  reply: { kind: 'resource', type: 'text_previews', attributes: TextPreviewAttributes, status: 200 },
  refusals: ['not_found', 'invalid_format'],
});

export const officeTryText = endpoint({
  name: 'officeTryText',
  summary: "Sends the previewed e-mail to the caller's address and notice channels",
  method: 'POST',
  path: '/api/office/v1/texts/{id}/try',
  action: 'change_texts',
  params,
  body: z.object({ locale, values }),
  bodyType: 'text_tries',
  reply: { kind: 'empty', status: 202 },
  refusals: ['not_found', 'invalid_format'],
});
