import pg from 'pg';

/** The statements that this process sends to the database during `work`, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  const statements: string[] = [];
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [first] = args as [string | { readonly text: string }];
    statements.push((typeof first === 'string' ? first : first.text).trim());
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return statements;
}
