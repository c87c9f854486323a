import * as z from 'zod/mini';
import { LOCALES } from '#core/locale.ts';
import { rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

const Both = z.object({ ru: z.string(), en: z.string() });
const locale = z.enum(LOCALES);

export const OfficeTextAttributes = z.object({
  /** Which letters it is of. */
  letters: z.string(),
  /** What it says first, as the shop says it now. */
  title: Both,
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
  /** Null: as delivered. */
  value: z.nullable(z.string()),
  /** What it has to name; `brand` it may. */
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
  /** As a browser and a chat show it. */
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
  summary: 'Texts of letters and notices that may be said otherwise',
  method: 'GET',
  path: '/api/office/v1/texts',
  action: 'read_texts',
  reply: { kind: 'collection', type: 'texts', attributes: OfficeTextAttributes },
  refusals: [],
});

export const officeGetText = endpoint({
  name: 'officeGetText',
  summary: 'One text in both languages: as delivered, as the shop says it, what it has to name, what it was before',
  method: 'GET',
  path: '/api/office/v1/texts/{id}',
  action: 'read_texts',
  params,
  reply: detail,
  refusals: ['not_found'],
});

export const officeSaveText = endpoint({
  name: 'officeSaveText',
  summary: 'Says a text otherwise, everywhere within a second; null: as delivered',
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
  summary: 'The letter as it would be with these words, in all its forms, with invented facts',
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
  summary: "Sends the caller the letter as it would be: to his own address, and where his account's browsers and chats hear",
  method: 'POST',
  path: '/api/office/v1/texts/{id}/try',
  action: 'change_texts',
  params,
  body: z.object({ locale, values }),
  bodyType: 'text_tries',
  reply: { kind: 'empty', status: 202 },
  refusals: ['not_found', 'invalid_format'],
});
