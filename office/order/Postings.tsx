import type { OfficeOrderAttributes, PostingAttributes } from '#contract/office-orders.ts';
import type { AccountKind } from '#core/ledger/account.ts';
import { clockTime } from '#office/format/moment.ts';
import { Figures } from '#office/pieces/Figures.tsx';
import { railWords } from '#office/pieces/rail-words.ts';
import { useWords, type Words } from '#office/words/Words.tsx';

/** Accounts of the order itself, or of whom it concerns: their name would be the order's own number again. */
const OWN: ReadonlySet<string> = new Set<AccountKind>(['order_in', 'order_out', 'referral', 'reward', 'withdrawal', 'expense', 'income']);

/** `treasury:SBERRUB` in words: the kind, and whose where that is not the order that is looked at. */
function accountWords(account: string, t: Words['t']): string {
  const [kind = '', of = '', line] = account.split(':');
  // Money that no order was known for: a line of the bank, whose number tells nobody anything
  if (kind === 'suspense' && line !== undefined) return t('office.suspense_of.line');
  const whose = kind === 'suspense' ? railWords(of, t) : of;
  return [t(`office.ledger_account.${kind}`), ...(OWN.has(kind) ? [] : [whose])].join(' ');
}

function Posting({ posting }: { readonly posting: PostingAttributes }) {
  const { t, locale } = useWords();
  return (
    <tbody className={posting.phase}>
      <tr>
        <th scope="rowgroup" colSpan={2}>
          {t(`office.posting.${posting.kind}`)}{' '}
          {posting.phase === 'posted' ? null : <span className="dim">{t(`office.phase.${posting.phase}`)}</span>}
          <time className="dim figures" dateTime={posting.at}>
            {clockTime(posting.at, locale)}
          </time>
        </th>
      </tr>
      {posting.entries.map((entry, index) => (
        // The entries of a transfer never change, so their line is their name
        <tr key={`${posting.id} ${String(index)}`}>
          <td className="account" title={entry.account}>
            {accountWords(entry.account, t)}
          </td>
          <td>
            <Figures
              amount={entry.amount.startsWith('-') ? entry.amount : `+${entry.amount}`}
              currency={entry.currency_iso_code}
              place="column"
            />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

/** The ledger's lines about this order: debit plus, credit minus. */
export function Postings({ order }: { readonly order: Pick<OfficeOrderAttributes, 'postings'> }) {
  const { t } = useWords();
  return (
    <section className="sheet books" aria-labelledby="postings-title">
      <h2 id="postings-title">{t('office.order.postings')}</h2>
      {order.postings.length === 0 ? (
        <p className="dim">{t('office.order.none')}</p>
      ) : (
        <table className="postings">
          {order.postings.map((posting) => (
            <Posting key={posting.id} posting={posting} />
          ))}
        </table>
      )}
    </section>
  );
}
