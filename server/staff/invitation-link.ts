import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findInvitation, type InvitationRow } from './store.ts';

const PURPOSE = 'invitation';
const TOKEN = /^([0-9a-f-]{36})\.([\w-]{26})$/;

const textOf = ({ id, version }: Pick<InvitationRow, 'id' | 'version'>): string => `${id}:${version}`;

/** The link of an invitation as it is now: 128 bits that nothing in the database says. */
export const linkOf = ({ secrets, settings }: Pick<Deps, 'secrets' | 'settings'>, row: InvitationRow): string =>
  `${settings.publicUrl}/office/invitation/${row.id}.${secrets.sign(PURPOSE, textOf(row))}`;

/** The invitation that a link's token opens now; undefined when it is none, or was used, withdrawn, followed by a newer one, or is late. */
export async function openInvitation(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  db: Queryable,
  token: string,
): Promise<InvitationRow | undefined> {
  const [, id, signature] = TOKEN.exec(token) ?? [];
  const row = id === undefined ? undefined : await findInvitation(db, id);
  if (row === undefined || signature === undefined || !secrets.verify(PURPOSE, textOf(row), signature)) return undefined;
  return row.expires_at.getTime() > clock.now() ? row : undefined;
}
