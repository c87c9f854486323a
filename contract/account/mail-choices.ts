import * as z from 'zod/mini';
import { MAIL_CHOICES } from '#core/mail/choices.ts';
import { endpoint } from '#contract/endpoint.ts';

/** Which letters are sent (ours); all others always are. */
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
  summary: "Which letters go to the caller's address, of those that may be switched off",
  method: 'GET',
  path: '/api/v1/user/mail_choices',
  action: 'read_account',
  reply: { kind: 'resource', type: 'mail_choices', attributes: MailChoicesAttributes, status: 200 },
  refusals: [],
});

export const saveMailChoices = endpoint({
  name: 'saveMailChoices',
  summary: 'Switches letters on and off; what is not named stays',
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
  summary: 'What the link at the end of a letter switches off, for whoever holds the link',
  method: 'GET',
  path: '/api/v1/mail_choices/{token}',
  action: 'sign_in',
  params: z.object({ token: z.string().check(z.minLength(1), z.maxLength(1000)) }),
  reply: { kind: 'resource', type: 'mail_choices', attributes: MailChoiceAttributes, status: 200 },
  refusals: ['invalid_token'],
});
