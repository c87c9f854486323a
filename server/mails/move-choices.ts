import { type Queryable, sql } from '#server/platform/db/db.ts';

/** Moves an address's switched-off kinds to another address, which keeps its own. */
export async function moveChoices(db: Queryable, from: string, to: string): Promise<void> {
  await db.run(sql`
    insert into mail_choices (recipient, choice, off_at) select ${to.toLowerCase()}, choice, off_at from mail_choices
      where recipient = ${from.toLowerCase()}
    on conflict do nothing`);
  await db.run(sql`delete from mail_choices where recipient = ${from.toLowerCase()}`);
}
