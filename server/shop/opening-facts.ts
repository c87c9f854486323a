import { SETTINGS } from '#contract/office/shop/settings.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { readSections } from './store.ts';

/** Whether the settings required before opening are there: a name, and a way to reach support. */
export async function shopFacts(db: Queryable): Promise<{ readonly isNamed: boolean; readonly hasContacts: boolean }> {
  const sections = await readSections(db);
  const contacts = sections.get('contacts');
  const { email = null, phone = null, telegram = null } = contacts === undefined ? {} : SETTINGS.contacts.parse(contacts.value);
  return { isNamed: sections.has('shop'), hasContacts: [email, phone, telegram].some((contact) => contact !== null && contact !== '') };
}
