import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const Row = rowType({ anti_phishing_code: col.nullable(col.text) });

/** The code shown in mails to an address. Only for a verified address: otherwise strangers could have us mail text of theirs to it. */
export async function antiPhishingCodeOf(db: Queryable, email: string): Promise<string | null> {
  const row = await db.maybe(
    Row,
    sql`select anti_phishing_code from users
      where lower(email) = lower(${email}) and email_verified_at is not null and disabled_at is null`,
  );
  return row?.anti_phishing_code ?? null;
}
