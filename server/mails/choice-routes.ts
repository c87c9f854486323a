import { getMailChoice, getMailChoices, type MailChoicesAttributes, saveMailChoices } from '#contract/account/mail-choices.ts';
import { MAIL_CHOICES } from '#core/mail/order-mails.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { findDisabledChoices, saveChoice } from './choices.ts';
import { readUnsubscribeToken } from './unsubscribe.ts';

async function presentChoices(db: Queryable, email: string) {
  const disabled = await findDisabledChoices(db, email);
  const attributes = Object.fromEntries(MAIL_CHOICES.map((choice) => [choice, !disabled.has(choice)]));
  return { data: { type: 'mail_choices', id: 'current', attributes: attributes as MailChoicesAttributes } };
}

/** Which mails an address receives: the account's switches, and the page behind a mail's unsubscribe link. */
export const mailChoiceRoutes = (deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Route[] => [
  route(getMailChoices, async ({ visitor }) => {
    return accept(await presentChoices(deps.db, visitor.email));
  }),
  route(saveMailChoices, async ({ visitor, body, tx }) => {
    for (const choice of MAIL_CHOICES) {
      const isOn = body[choice];
      if (isOn !== undefined) await saveChoice(tx, { recipient: visitor.email, choice, isOn }, new Date(deps.clock.now()));
    }
    return accept(await presentChoices(tx, visitor.email));
  }),
  route(getMailChoice, async ({ params }) => {
    const link = readUnsubscribeToken(deps, params.token);
    if (link === undefined) return refuse({ code: 'invalid_token' });
    const isOn = !(await findDisabledChoices(deps.db, link.recipient)).has(link.choice);
    const attributes = { choice: link.choice, email_masked: maskEmail(link.recipient), is_on: isOn };
    return accept({ data: { type: 'mail_choices', id: link.choice, attributes } });
  }),
];
