/*
 * Encoding of the ledger's hash chain (decision 0114): RFC 8785 JSON arrays of strings, integers and null, hashed as UTF-8. A changed
 * encoding needs a new version.
 */

const VERSION = 'razmen ledger 1';

/** One stored entry; `amount` in minor units, as decimal digits. */
export interface EntryRecord {
  readonly line: number;
  readonly accountKind: string;
  readonly accountOf: string;
  readonly asset: string;
  readonly wallet: string;
  readonly amount: string;
}

/** A transfer with its entries, by line. Contains ids, codes and amounts, no personal data (decision 0079). */
export interface TransferRecord {
  readonly id: string;
  readonly kind: string;
  readonly phase: string;
  readonly pendingId: string | null;
  readonly orderId: string | null;
  readonly withdrawalId: string | null;
  readonly actor: string;
  readonly actorId: string | null;
  readonly reason: string | null;
  readonly entries: readonly EntryRecord[];
}

/** Fields in the order in which they are encoded. */
const fieldsOf = (transfer: TransferRecord) => [
  transfer.id,
  transfer.kind,
  transfer.phase,
  transfer.pendingId,
  transfer.orderId,
  transfer.withdrawalId,
  transfer.actor,
  transfer.actorId,
  transfer.reason,
  transfer.entries.map(({ line, accountKind, accountOf, asset, wallet, amount }) => [line, accountKind, accountOf, asset, wallet, amount]),
];

/** The text that the shop signs when it writes a transfer. Different transfers have different texts. */
export const transferText = (transfer: TransferRecord): string => JSON.stringify([`${VERSION} transfer`, ...fieldsOf(transfer)]);

/** What a link records of a transfer besides its fields. */
export interface LinkPosition {
  /** 1 for the first link. */
  readonly number: number;
  /** Whether the shop wrote the transfer itself, which its mark proves. */
  readonly isOurs: boolean;
  /** UTC with microseconds: `2026-11-28T18:36:34.000001`. */
  readonly createdAt: string;
  /** The shop's signature of the transfer; null: written by a release before marks. */
  readonly mark: string | null;
}

/** The text of a link. Its hash is SHA-256 over the 32 bytes of the previous hash and this text. */
export const linkText = ({ number, isOurs, createdAt, mark }: LinkPosition, transfer: TransferRecord): string =>
  JSON.stringify([`${VERSION} link`, number, isOurs ? 1 : 0, createdAt, mark, ...fieldsOf(transfer)]);

/** The text whose SHA-256 is the previous hash of the first link. `shopId` is a UUID of its own for every shop. */
export const genesisText = (shopId: string): string => JSON.stringify([`${VERSION} genesis`, shopId]);

/** The end of the chain. */
export interface ChainHead {
  readonly shopId: string;
  /** When the chain was started, in milliseconds. */
  readonly startedAt: number;
  readonly number: number;
  /** 64 hex digits. */
  readonly hash: string;
  /** Whether transfers without a mark are still accepted, after an upgrade from a release before marks. */
  readonly takesUnmarked: boolean;
}

/** The text of a head that the shop signs. */
export const headText = ({ shopId, startedAt, number, hash, takesUnmarked }: ChainHead): string =>
  JSON.stringify([`${VERSION} head`, shopId, startedAt, number, hash, takesUnmarked ? 1 : 0]);

/** A head as people keep it: `123:<64 hex digits>`. */
export const headName = ({ number, hash }: Pick<ChainHead, 'number' | 'hash'>): string => `${number}:${hash}`;

const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/;

/** Parses `123:<64 hex digits>`; undefined for anything else. */
export function parseHeadName(text: string): Pick<ChainHead, 'number' | 'hash'> | undefined {
  const [, number, hash] = HEAD.exec(text.trim().toLowerCase()) ?? [];
  return number === undefined || hash === undefined ? undefined : { number: Number(number), hash };
}
