import { MAIL_CHOICES, type MailChoice } from '#core/mail/order-mails.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const ChoiceRow = rowType({ choice: col.text });

/** Kinds of mail that an address has switched off. */
export async function findDisabledChoices(db: Queryable, recipient: string): Promise<ReadonlySet<MailChoice>> {
  const rows = await db.many(ChoiceRow, sql`select choice from mail_choices where recipient = ${recipient.toLowerCase()}`);
  return new Set(MAIL_CHOICES.filter((choice) => rows.some((row) => row.choice === choice)));
}

export interface MailChoiceSetting {
  readonly recipient: string;
  readonly choice: MailChoice;
  readonly isOn: boolean;
}

/** Switches one kind of mail on or off. */
export async function saveChoice(db: Queryable, { recipient, choice, isOn }: MailChoiceSetting, now: Date): Promise<void> {
  const address = recipient.toLowerCase();
  if (isOn) await db.run(sql`delete from mail_choices where recipient = ${address} and choice = ${choice}`);
  else
    await db.run(sql`insert into mail_choices (recipient, choice, off_at) values (${address}, ${choice}, ${now}) on conflict do nothing`);
}

/** Moves the switched-off kinds of mail from one address to another. The other address keeps its own choices too. */
export async function moveChoices(db: Queryable, from: string, to: string): Promise<void> {
  await db.run(sql`
    insert into mail_choices (recipient, choice, off_at) select ${to.toLowerCase()}, choice, off_at from mail_choices
      where recipient = ${from.toLowerCase()}
    on conflict do nothing`);
  await db.run(sql`delete from mail_choices where recipient = ${from.toLowerCase()}`);
}
