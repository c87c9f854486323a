import { seedContent } from './content/seed/seed-content.ts';
import { fundReserves } from './ledger/fund-demo.ts';
import { DEMO_RESERVES, DEMO_SLOTS, seedDemoCatalogue } from './payment-systems/demo.ts';
import type { LoadedCatalogue } from './payment-systems/load-catalogue.ts';
import { seedDemoSettings } from './shop/shop.ts';
import { type Db, sql, type Tx } from '#server/platform/db/db.ts';
import type { Clock } from './platform/clock.ts';
import type { Random } from './platform/random.ts';
import { addMissingSlots } from './slots/apply-slot-rules.ts';

/** Two processes of one demonstration may start at the same moment: one seeds, the other finds everything in place. */
const SEED_LOCK = 7_243_992;

async function seeding(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  await db.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    await work(tx);
  });
}

/** What a demonstration opens with. Runs at every start and adds only what is missing. */
export async function seedDemo(db: Db, { supportEmail }: { readonly supportEmail: string | undefined }): Promise<void> {
  await seeding(db, async (tx) => {
    await seedDemoCatalogue(tx);
    await addMissingSlots(tx, DEMO_SLOTS);
    await seedDemoSettings(tx, supportEmail);
  });
}

/** The texts that every shop opens with, a demonstration or not. */
export async function writeOpeningTexts(base: { readonly db: Db; readonly clock: Clock; readonly random: Random }): Promise<void> {
  await seeding(base.db, (tx) => seedContent(base, tx));
}

/** The opening balances: postings, which need the catalogue. */
export async function fundDemo(base: { readonly db: Db; readonly random: Random }, catalogue: LoadedCatalogue): Promise<void> {
  await seeding(base.db, (tx) => fundReserves({ random: base.random, catalogue }, tx, DEMO_RESERVES));
  await catalogue.refresh();
}
