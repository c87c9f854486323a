import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#core/time.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { chequePdf } from '#tests/make/pdf.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { sendCheque, storeCheque } from './send-cheque.ts';
import { sweepCheques } from './cheque-files.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world.close());

test('a file without a row is deleted after the end of its day; a file with a row stays', async () => {
  const { deps } = world;
  const order = await world.order();
  const addressed = { orderId: order.id, caller: { visitor: { kind: 'guest' }, orderToken: orderTokenOf(deps, order.id) } } as const;
  const keep = async (text: string) => {
    const stored = await storeCheque(deps, { ...addressed, file: { fileName: 'c.pdf', bytes: await chequePdf([text, order.id]) } });
    if (!stored.ok || stored.value.file === null) throw new Error('not kept');
    return { cheque: stored.value, key: stored.value.file.key };
  };
  const [taken, lost] = [await keep('taken'), await keep('lost')];
  expect(await deps.db.tx((tx) => sendCheque(deps, tx, { ...addressed, cheque: taken.cheque }))).toMatchObject({ ok: true });
  await deps.files.put(`${taken.key}.half`, Buffer.from('half'));
  const rolledBack = deps.db.tx(async (tx) => {
    await sendCheque(deps, tx, { ...addressed, cheque: lost.cheque });
    throw new Error('the database went');
  });
  await expect(rolledBack).rejects.toThrow('went');
  const there = async () => (await deps.files.list(taken.key.slice(0, taken.key.lastIndexOf('/')))).toSorted();
  await sweepCheques(deps);
  expect(await there()).toEqual([taken.key, lost.key, `${taken.key}.half`].toSorted());
  await world.pass(3 * DAY_MS);
  await sweepCheques(deps);
  expect(await there()).toEqual([taken.key]);
});
