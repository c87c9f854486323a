import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findInvitation, type InvitationRow } from './store.ts';

const PURPOSE = 'invitation';
const TOKEN = /^([0-9a-f-]{36})\.([\w-]{26})$/;

const signedText = ({ id, version }: Pick<InvitationRow, 'id' | 'version'>): string => `${id}:${version}`;

/** The current URL of an invitation: a 128-bit signature that cannot be derived from the database. */
export const invitationUrl = ({ secrets, settings }: Pick<Deps, 'secrets' | 'settings'>, row: InvitationRow): string =>
  `${settings.publicUrl}/office/invitation/${row.id}.${secrets.sign(PURPOSE, signedText(row))}`;

/**
 * The invitation of a token; undefined if the token is invalid, or the invitation was accepted, withdrawn, sent again or has
 * expired.
 */
export async function verifyInvitationToken(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  db: Queryable,
  token: string,
): Promise<InvitationRow | undefined> {
  const [, id, signature] = TOKEN.exec(token) ?? [];
  const row = id === undefined ? undefined : await findInvitation(db, id);
  if (row === undefined || signature === undefined || !secrets.verify(PURPOSE, signedText(row), signature)) return undefined;
  return row.expires_at.getTime() > clock.now() ? row : undefined;
}
