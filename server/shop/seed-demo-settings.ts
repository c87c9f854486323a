import sql from 'sql-template-tag';
import { SETTINGS } from '#contract/office-settings.ts';
import type { Tx } from '#server/platform/db/db.ts';
import contacts from './demo-contacts.json' with { type: 'json' };
import entity from './demo-entity.json' with { type: 'json' };

const addSection = (tx: Tx, section: 'contacts' | 'entity', value: object): Promise<number> =>
  tx.run(sql`insert into shop_settings (section, value, version, changed_at)
    values (${section}, ${JSON.stringify(value)}::jsonb, 1, now()) on conflict (section) do nothing`);

/** Contacts and legal entity of a demonstration: nobody stands behind them, until the office says otherwise. */
export async function seedDemoSettings(tx: Tx, supportEmail: string | undefined): Promise<void> {
  // An address of the environment is a real one: it goes before the invented one
  const email = supportEmail === undefined ? contacts.email : null;
  await addSection(tx, 'contacts', SETTINGS.contacts.parse({ ...contacts, email }));
  await addSection(tx, 'entity', SETTINGS.entity.parse(entity));
}
