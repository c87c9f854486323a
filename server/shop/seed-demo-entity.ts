import sql from 'sql-template-tag';
import { SETTINGS } from '#contract/office-settings.ts';
import type { Tx } from '#server/platform/db/db.ts';
import demo from './demo-entity.json' with { type: 'json' };

/** A demonstration says that nobody runs it, until somebody says otherwise in the office. */
export async function seedDemoEntity(tx: Tx): Promise<void> {
  await tx.run(sql`insert into shop_settings (section, value, version, changed_at)
    values ('entity', ${JSON.stringify(SETTINGS.entity.parse(demo))}::jsonb, 1, now()) on conflict (section) do nothing`);
}
