import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { order } from '#tests/make/customer.ts';
import { startApp } from '#tests/make/process.ts';
import { copyOrder, openSeededShop, OWNER } from './seed.ts';

/** Read by the "next" link of the page before it. */
const BY_CURSOR = 'by cursor';

/** States of open orders in the proportions of a busy day. */
const OPEN = ['awaiting_payment', 'awaiting_payment', 'payment_claimed', 'moderation', 'payout_sent', 'payout_pending', 'refund_pending'];

export interface QueueSize {
  readonly open: number;
  readonly closed: number;
  /** Number of reads of each list. */
  readonly rounds: number;
}

/** Copies of an order that the product made: realistic for the speed of the queue, not for its content. */
async function fill(client: pg.Client, id: string, { open, closed }: QueueSize): Promise<void> {
  const changed: Readonly<Record<string, string>> = {
    id: `'b' || md5(n::text || 'order')`,
    email: `md5(n::text) || '@example.org'`,
    status: `case when n <= ${open} then (array['${OPEN.join("','")}'])[1 + n % ${OPEN.length}] else 'completed' end`,
    income_amount: `o.income_amount + n`,
    status_changed_at: `o.status_changed_at - n * interval '7 seconds'`,
    created_at: `o.created_at - n * interval '7 seconds'`,
  };
  await copyOrder(client, id, open + closed, changed);
  // Every payout waits for operators, one by one and by its wallet
  await client.query(
    `insert into approvals (id, kind, subject, payload, hash, note, needs, proposed_at, expires_at)
     select gen_random_uuid(), 'pay_out', id, '{"why":["above_limit","listed"]}', id, '', 1, now(), now() + interval '1 day' from orders
       where status in ('payout_pending', 'refund_pending') and id <> $1
     union all
     select gen_random_uuid(), 'release_cap', outcome_wallet, '{}', 'cap', '', 2, now(), now() + interval '1 day' from orders where id = $1`,
    [id],
  );
  await client.query('analyze orders, approvals');
}

/** The session's cookie of an account, by default the owner's. */
export async function signIn(url: string, attributes = OWNER): Promise<string> {
  const answer = await fetch(`${url}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json', 'sec-fetch-site': 'same-origin', origin: url },
    body: JSON.stringify({ data: { type: 'sessions', attributes } }),
  });
  if (!answer.ok) throw new Error(`sign-in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');
}

export const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

/** The next page, by its link. */
async function nextOf(url: string, cookie: string): Promise<string> {
  const { links } = (await (await fetch(url, { headers: { cookie } })).json()) as { links: { next: string | null } };
  if (links.next === null) throw new Error(`${url}: nothing follows`);
  return links.next;
}

async function readTimes(
  url: string,
  queries: Readonly<Record<string, string>>,
  rounds: number,
): Promise<Readonly<Record<string, number>>> {
  const cookie = await signIn(url);
  const found: Record<string, number> = {};
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = [];
    const address = `/api/office/v1/orders?${query}`;
    const path = name.endsWith(BY_CURSOR) ? await nextOf(url + address, cookie) : address;
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now();
      const answer = await fetch(url + path, { headers: { cookie } });
      await answer.text();
      times.push(performance.now() - from);
      if (!answer.ok) throw new Error(`${query}: ${answer.status}`);
    }
    found[name] = p95(times);
  }
  return found;
}

/** The lists that operators read, including the last pages of a list of this size. */
function queriesOf({ open, closed }: QueueSize, id: string): Readonly<Record<string, string>> {
  const [lastOpen, lastOfAll] = [Math.floor(open / 100), Math.floor(closed / 100)];
  return {
    waiting: 'view=needs_person',
    open: 'view=open',
    [`page ${lastOpen} of open`]: `view=open&page=${lastOpen}`,
    all: 'view=all',
    [`page ${lastOfAll} of all`]: `view=all&page=${lastOfAll}`,
    [`page ${lastOfAll} of all ${BY_CURSOR}`]: `view=all&page=${lastOfAll - 1}`,
    [`page ${lastOpen} of open ${BY_CURSOR}`]: `view=open&page=${lastOpen - 1}`,
    'search by number': `q=${id.slice(0, 6)}`,
    'search by mail': 'q=abc1',
  };
}

/** G7, G25: the queue and the search over HTTP, 95th percentile in milliseconds, one call after the other. */
export async function measureQueue(size: QueueSize): Promise<Readonly<Record<string, number>>> {
  let firstId = '';
  const shop = await openSeededShop({
    make: async (api) => (await order(api, { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' })).id,
    async fill(client, id) {
      firstId = id;
      await fill(client, id, size);
    },
  });
  try {
    // No jobs: these orders only serve as data
    const app = await startApp({ ...shop.env, ROLE: 'web' });
    const times = await readTimes(app.url, queriesOf(size, firstId), size.rounds);
    await app.stop();
    return times;
  } finally {
    await shop.close();
  }
}
