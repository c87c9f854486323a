import { Fragment } from 'react';

/**
 * A requisite in the groups one reads it by. The gaps are drawn, never written: selected and copied by hand it has no spaces either.
 * A line breaks between groups only.
 */
export function Groups({ groups }: { readonly groups: readonly string[] }) {
  return groups.map((group, index) => (
    // The groups of one value never change their order
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      <span className={`whitespace-nowrap ${index === groups.length - 1 ? '' : 'mr-[0.3em]'}`}>{group}</span>
    </Fragment>
  ));
}
