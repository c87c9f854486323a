import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import pg from 'pg';

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** The statements that `work` and what it calls in this process send to the database, in order. Those of background work are not among them. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const client = pg.Client.prototype as { query: Method };
  const pool = pg.Pool.prototype as { connect: Method };
  const [{ query }, { connect }] = [client, pool];
  const caller = new AsyncLocalStorage<true>();
  const statements: string[] = [];
  client.query = function (...args) {
    const [first] = args as [string | { readonly text: string }];
    if (caller.getStore() === true) statements.push((typeof first === 'string' ? first : first.text).trim());
    return query.apply(this, args);
  };
  // A pool without a free connection calls back from the work that releases one
  pool.connect = function (...args) {
    return connect.apply(
      this,
      args.map((arg) => (typeof arg === 'function' ? AsyncResource.bind(arg as Method) : arg)),
    );
  };
  try {
    await caller.run(true, work);
  } finally {
    [client.query, pool.connect] = [query, connect];
  }
  return statements;
}
