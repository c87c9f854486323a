import { getMailChoice, getMailChoices, type MailChoicesAttributes, saveMailChoices } from '#contract/mail-choices.ts';
import { MAIL_CHOICES } from '#core/mail/choices.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { findPerson } from '#server/users/find-person.ts';
import { findSilenced, saveChoice } from './choices-store.ts';
import { readOffToken } from './off-link.ts';

async function shown(db: Queryable, email: string) {
  const silenced = await findSilenced(db, email);
  const attributes = Object.fromEntries(MAIL_CHOICES.map((choice) => [choice, !silenced.has(choice)]));
  return { data: { type: 'mail_choices', id: 'current', attributes: attributes as MailChoicesAttributes } };
}

/** Which letters a person wants: his account's switches, and what the link at a letter's end opens. */
export const mailChoiceRoutes = (deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Route[] => [
  route(getMailChoices, async ({ visitor }) => {
    if (visitor.kind !== 'user') return refuse({ code: 'not_authenticated' });
    return accept(await shown(deps.db, visitor.email));
  }),
  route(saveMailChoices, async ({ visitor, body, tx }) => {
    const person = visitor.kind === 'user' ? await findPerson(tx, visitor.userId) : undefined;
    if (person === undefined) return refuse({ code: 'not_authenticated' });
    // Nobody silences the letters of an address that may be another's
    if (!person.isEmailVerified) return refuse({ code: 'email_not_verified' });
    for (const choice of MAIL_CHOICES) {
      const isOn = body[choice];
      if (isOn !== undefined) await saveChoice(tx, { recipient: person.email, choice, isOn }, new Date(deps.clock.now()));
    }
    return accept(await shown(tx, person.email));
  }),
  route(getMailChoice, async ({ params }) => {
    const link = readOffToken(deps, params.token);
    if (link === undefined) return refuse({ code: 'invalid_token' });
    const isOn = !(await findSilenced(deps.db, link.recipient)).has(link.choice);
    const attributes = { choice: link.choice, email_masked: maskEmail(link.recipient), is_on: isOn };
    return accept({ data: { type: 'mail_choices', id: link.choice, attributes } });
  }),
];
