import { type TransferRecord, transferText } from '#core/ledger/chain.ts';
import type { Deps } from '#server/deps.ts';

/** Purpose of the signature of transfers. A transfer that this service did not write has none. */
const TRANSFER_MARK = 'ledger transfer';

export const markOf = ({ secrets }: Pick<Deps, 'secrets'>, transfer: TransferRecord): string =>
  secrets.sign(TRANSFER_MARK, transferText(transfer));

export const isMarkOf = ({ secrets }: Pick<Deps, 'secrets'>, transfer: TransferRecord, mark: string): boolean =>
  secrets.verify(TRANSFER_MARK, transferText(transfer), mark);
