import * as z from 'zod/mini';
import { MAIL_CHOICES } from '#core/mail/order-mails.ts';
import { endpoint } from '#contract/endpoint.ts';

/** Optional e-mails; all others are always sent. */
export const MailChoicesAttributes = z.object({
  payment: z.boolean(),
  payout: z.boolean(),
  completed: z.boolean(),
  closed: z.boolean(),
  reviews: z.boolean(),
} satisfies Record<(typeof MAIL_CHOICES)[number], unknown>);
export type MailChoicesAttributes = z.output<typeof MailChoicesAttributes>;

export const getMailChoices = endpoint({
  name: 'getMailChoices',
  summary: 'Returns which optional e-mails the caller receives',
  method: 'GET',
  path: '/api/v1/user/mail_choices',
  action: 'read_account',
  reply: { kind: 'resource', type: 'mail_choices', attributes: MailChoicesAttributes, status: 200 },
  refusals: [],
});

export const saveMailChoices = endpoint({
  name: 'saveMailChoices',
  summary: 'Switches optional e-mails on and off; omitted members stay unchanged',
  method: 'PUT',
  path: '/api/v1/user/mail_choices',
  action: 'choose_mails',
  body: z.partial(MailChoicesAttributes),
  reply: { kind: 'resource', type: 'mail_choices', attributes: MailChoicesAttributes, status: 200 },
  refusals: [],
});

export const MailChoiceAttributes = z.object({
  choice: z.enum(MAIL_CHOICES),
  email_masked: z.string(),
  is_on: z.boolean(),
});
export type MailChoiceAttributes = z.output<typeof MailChoiceAttributes>;

export const getMailChoice = endpoint({
  name: 'getMailChoice',
  summary: 'Unsubscribes by the link of an e-mail; the link is the credential',
  method: 'GET',
  path: '/api/v1/mail_choices/{token}',
  action: 'sign_in',
  params: z.object({ token: z.string().check(z.minLength(1), z.maxLength(1000)) }),
  reply: { kind: 'resource', type: 'mail_choices', attributes: MailChoiceAttributes, status: 200 },
  refusals: ['invalid_token'],
});
