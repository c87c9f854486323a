import { type Instant, MINUTE_MS } from '#core/time.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { sql } from '#server/platform/db/db.ts';
import type { AcquirerContext } from './context.ts';
import { entriesAt, textAt } from './document.ts';
import { isSame } from './read-payout.ts';
import type { AcquirerSettings } from './settings.ts';
import { fill, type Values } from './signature.ts';

const BALANCE = /^(\d{1,15})(?:\.(\d+))?$/;

/** The available balance as reported: a decimal number; undefined: unreadable. */
function readBalance(document: unknown, rules: NonNullable<AcquirerSettings['balance']>, values: Values): string | undefined {
  const path = fill(rules.available, values);
  const entries = rules.list === undefined ? [document] : (entriesAt(document, rules.list) ?? []);
  const [entry, ...others] = entries.filter((candidate) => isSame(candidate, rules.same, values));
  const text = path === undefined || others.length > 0 ? undefined : textAt(entry, path);
  return text !== undefined && BALANCE.test(text) ? text : undefined;
}

/** Minor units of a balance, rounded down. */
export function minorOf(balance: string, { scale }: Pick<PaymentSystem, 'scale'>): bigint {
  const [, whole = '0', decimals = ''] = BALANCE.exec(balance) ?? [];
  return BigInt(whole + decimals.slice(0, scale).padEnd(scale, '0'));
}

/** Reads and stores what can be paid out in a currency; a reason if there is no answer. */
async function askBalance(context: AcquirerContext, currency: string): Promise<{ readonly amount: string } | string> {
  const { settings, db, rail, clock } = context;
  const rules = settings.balance;
  if (rules === undefined) return 'no balance to ask';
  const values = context.templateValues({ currency: settings.currencies[currency] });
  const response = await context.call(rules.call, values);
  if (response.kind === 'none') return response.reason;
  const amount = response.status < 400 ? readBalance(response.document, rules, values) : undefined;
  if (amount === undefined) return 'balance unreadable';
  await db.run(sql`
    insert into acquirer.balances (rail, currency, amount, told_at) values (${rail}, ${currency}, ${amount}, ${new Date(clock.now())})
    on conflict (rail, currency) do update set amount = excluded.amount, told_at = excluded.told_at`);
  return { amount };
}

/** Whether the account covers a payout, by its balance now; a reason: unknown. Without a balance to ask the acquirer decides. */
export async function hasFunds(context: AcquirerContext, system: PaymentSystem, amount: bigint): Promise<boolean | string> {
  if (context.settings.balance === undefined) return true;
  const balance = await askBalance(context, system.currency);
  return typeof balance === 'string' ? balance : minorOf(balance.amount, system) >= amount;
}

const REFRESH_MS = 5 * MINUTE_MS;

/** Refreshes the balances that people see, every five minutes for each process that polls. */
export function createBalanceRefresh(): (context: AcquirerContext) => Promise<void> {
  let refreshedAt: Instant | null = null;
  return async (context) => {
    const now = context.clock.now();
    if (context.settings.balance === undefined || (refreshedAt !== null && now - refreshedAt < REFRESH_MS)) return;
    refreshedAt = now;
    for (const currency of Object.keys(context.settings.currencies)) await askBalance(context, currency);
  };
}
