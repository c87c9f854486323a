import { SETTINGS } from '#contract/office-settings.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { readSections } from './store.ts';

/** What the owner has entered that a shop cannot open without: its name, and a way to reach its support. */
export async function shopFacts(db: Queryable): Promise<{ readonly isNamed: boolean; readonly hasContacts: boolean }> {
  const sections = await readSections(db);
  const contacts = sections.get('contacts');
  const { email = null, phone = null, telegram = null } = contacts === undefined ? {} : SETTINGS.contacts.parse(contacts.value);
  return { isNamed: sections.has('shop'), hasContacts: [email, phone, telegram].some((way) => way !== null && way !== '') };
}
