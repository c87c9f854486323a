import type { OwnSessionAttributes, SecurityEventAttributes } from '#contract/account/account.ts';
import type { Resource } from '#contract/document.ts';
import { oneOf } from '#core/closed-list.ts';
import { deviceName } from '#core/security/device-name.ts';
import { SECURITY_TOPIC_NAMES } from '#core/security/security-event.ts';
import { toRfc3339 } from '#core/time.ts';
import type { SecurityEventRow, SessionRow } from './store.ts';

const deviceNameOf = (device: string | null): string | null => (device === null ? null : deviceName(device));

/** A live session as its owner sees it; its id is not the token. */
export function presentSession(row: SessionRow, currentId: string | null): Resource<OwnSessionAttributes> {
  const id = row.token_hash.toString('base64url');
  return {
    type: 'own_sessions',
    id,
    attributes: {
      is_current: id === currentId,
      device: deviceNameOf(row.device),
      ip: row.ip,
      created_at: toRfc3339(row.created_at.getTime()),
      last_seen_at: toRfc3339(row.last_seen_at.getTime()),
    },
  };
}

/** Topics unknown to this release are left out. */
export const presentEvents = (rows: readonly SecurityEventRow[]): Resource<SecurityEventAttributes>[] =>
  rows.flatMap((row) => {
    const topic = oneOf(SECURITY_TOPIC_NAMES, row.topic);
    if (topic === undefined) return [];
    const attributes = { topic, device: deviceNameOf(row.device), ip: row.ip, at: toRfc3339(row.at.getTime()) };
    return [{ type: 'security_events', id: row.id, attributes }];
  });
