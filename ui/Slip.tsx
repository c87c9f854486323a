import type { ReactNode } from 'react';

/** A narrow sheet like a paper receipt, with a torn lower edge. `fresh`: with an entry animation. */
export function Slip({ children, fresh = 'no' }: { readonly children: ReactNode; readonly fresh?: 'yes' | 'no' }) {
  return (
    <div className={`drop-shadow-slip ${fresh === 'yes' ? 'slide-out' : ''}`}>
      <div className="torn rounded-t-tray bg-sheet px-5 pt-6 pb-10 sm:px-8">{children}</div>
    </div>
  );
}

export interface SlipRow {
  readonly name: string;
  readonly value: ReactNode;
}

/** Rows of name and value with dot leaders. A value too wide for its row moves below the name. */
export function SlipRows({ rows }: { readonly rows: readonly SlipRow[] }) {
  return (
    <dl className="figures text-sm leading-6">
      {rows.map((row, index) => (
        <div key={`${index} ${row.name}`} className="flex flex-wrap items-baseline gap-x-2 py-1">
          <dt className="max-w-full text-muted wrap-anywhere">{row.name}</dt>
          <span aria-hidden="true" className="min-w-3 flex-1 border-b border-dotted border-line" />
          <dd className="ml-auto max-w-full text-right font-medium wrap-anywhere">{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The perforation between two parts of a slip. */
export function Perforation() {
  return <hr className="my-6 border-0 border-t-2 border-dashed border-line" />;
}
