import { Link } from 'react-router';
import { pairPath } from '#core/pair-path.ts';
import { Mark } from '#ui/Mark.tsx';
import { Unbroken } from '#ui/Unbroken.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import type { NoPair } from './load-exchange.ts';
import type { Pair } from './systems.ts';

/** A pair that is not exchanged: said plainly, with the nearest ones in its place. Nothing is opened instead of it. */
export function NoPairPage({ noPair }: { readonly noPair: NoPair }) {
  const { t, to } = useWords();
  const { wanted, nearest, isClosed } = noPair;
  return (
    <div className="mx-auto max-w-2xl px-4 py-12 sm:px-6">
      <h1 className="text-2xl leading-8 font-semibold text-balance">
        <Unbroken
          text={t(isClosed ? 'exchange.no_pair.closed_title' : 'exchange.no_pair.title', { from: wanted.from.name, to: wanted.to.name })}
        />
      </h1>
      <p className="mt-3 mb-6 text-lg leading-7 text-muted">
        {t(`exchange.no_pair.${nearest.length === 0 ? 'nothing' : isClosed ? 'closed_text' : 'text'}`)}
      </p>
      <NearPairs pairs={nearest} />
      <Link to={to('/')} reloadDocument className="link">
        {t('shell.home')}
      </Link>
    </div>
  );
}

/** Exchanges in the place of one that cannot be made. */
export function NearPairs({ pairs }: { readonly pairs: readonly Pair[] }) {
  if (pairs.length === 0) return null;
  return (
    <ul className="mb-8 border-b border-line">
      {pairs.map((pair) => (
        <Near key={`${pair.from.id} ${pair.to.id}`} pair={pair} />
      ))}
    </ul>
  );
}

function Near({ pair }: { readonly pair: Pair }) {
  const { t, to } = useWords();
  const { from, to: target } = pair;
  return (
    <li className="border-t border-line">
      <Link to={to(pairPath(from.id, target.id))} reloadDocument className="flex min-h-13 items-center gap-3 py-2 hover:bg-well">
        <Mark kind={from.kind} {...from.mark} network={from.network} className="size-7" />
        <Mark kind={target.kind} {...target.mark} network={target.network} className="size-7" />
        <span className="min-w-0">{t('exchange.title', { from: from.name, to: target.name })}</span>
      </Link>
    </li>
  );
}
