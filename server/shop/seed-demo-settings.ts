import { SETTINGS } from '#contract/office/shop/settings.ts';
import { sql, type Tx } from '#server/platform/db/db.ts';
import contacts from './demo-contacts.json' with { type: 'json' };
import entity from './demo-entity.json' with { type: 'json' };

const addSection = (tx: Tx, section: 'contacts' | 'entity', value: object): Promise<number> =>
  tx.run(sql`insert into shop_settings (section, value, version, changed_at)
    values (${section}, ${JSON.stringify(value)}::jsonb, 1, now()) on conflict (section) do nothing`);

/** Example contacts and legal entity for demo mode, until the office changes them. */
export async function seedDemoSettings(tx: Tx, supportEmail: string | undefined): Promise<void> {
  // `SUPPORT_EMAIL` is a real address: it replaces the example
  const email = supportEmail === undefined ? contacts.email : null;
  await addSection(tx, 'contacts', SETTINGS.contacts.parse({ ...contacts, email }));
  await addSection(tx, 'entity', SETTINGS.entity.parse(entity));
}
