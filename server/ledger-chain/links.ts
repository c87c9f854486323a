import { createHash } from 'node:crypto';
import { type ChainHead, genesisText, headText, linkText } from '#core/ledger/chain.ts';
import type { Deps } from '#server/deps.ts';
import { isMarkOf } from '#server/ledger/mark.ts';
import type { StoredTransfer } from './store.ts';

const HEAD = 'ledger head';

/** The previous hash of the first link. */
export const genesisHash = (shopId: string): Buffer => createHash('sha256').update(genesisText(shopId)).digest();

/** The hash of a transfer at a position: it covers the whole transfer with its entries and all links before it. */
export const linkHash = (
  previousHash: Buffer,
  at: { readonly number: number; readonly isOurs: boolean },
  { record, createdAt, mark }: StoredTransfer,
): Buffer =>
  createHash('sha256')
    .update(previousHash)
    .update(linkText({ ...at, createdAt, mark }, record))
    .digest();

/** Whether this service wrote the transfer. `takesUnmarked` says whether those of a release before marks are still accepted. */
export const isOurs = (deps: Pick<Deps, 'secrets'>, { record, mark }: StoredTransfer, takesUnmarked: boolean): boolean =>
  mark === null ? takesUnmarked : isMarkOf(deps, record, mark);

export const signatureOf = ({ secrets }: Pick<Deps, 'secrets'>, head: ChainHead): string => secrets.sign(HEAD, headText(head));

export const isSigned = ({ secrets }: Pick<Deps, 'secrets'>, head: ChainHead & { readonly signature: string }): boolean =>
  secrets.verify(HEAD, headText(head), head.signature);
