import type { OfficeOrderAttributes, PostingAttributes } from '#contract/office/orders/order-attributes.ts';
import type { AccountKind } from '#core/ledger/account.ts';
import { clockTime } from '#office/format/moment.ts';
import { Figures } from '#office/components/Figures.tsx';
import { railName } from '#office/components/detail-facts.ts';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';

/** Accounts of the order or its customer: their name would only repeat the order's number. */
const ACCOUNTS_OF_ORDER: ReadonlySet<string> = new Set<AccountKind>([
  'order_in',
  'order_out',
  'referral',
  'reward',
  'withdrawal',
  'expense',
  'income',
]);

/** Name of an account (`treasury:SBERRUB`): its kind, and its owner where that is not this order. */
function accountName(account: string, t: Translation['t']): string {
  const [kind = '', of = '', line] = account.split(':');
  // Money without an order: a bank line, whose number means nothing to operators
  if (kind === 'suspense' && line !== undefined) return t('office.suspense_of.line');
  const whose = kind === 'suspense' ? railName(of, t) : of;
  return [t(`office.ledger_account.${kind}`), ...(ACCOUNTS_OF_ORDER.has(kind) ? [] : [whose])].join(' ');
}

function Posting({ posting }: { readonly posting: PostingAttributes }) {
  const { t, locale } = useTranslation();
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
        // Entries of a transfer never change, so the index is a stable key
        <tr key={`${posting.id} ${String(index)}`}>
          <td className="account" title={entry.account}>
            {accountName(entry.account, t)}
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

/** Ledger entries of this order: debit plus, credit minus. */
export function Postings({ order }: { readonly order: Pick<OfficeOrderAttributes, 'postings'> }) {
  const { t } = useTranslation();
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
