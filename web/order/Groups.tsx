import { Fragment } from 'react';

/**
 * A requisite in the groups one reads it by; a line breaks between groups only. The gaps belong to nobody's selection: copied by hand it has
 * no spaces either.
 */
export function Groups({ groups }: { readonly groups: readonly string[] }) {
  return groups.map((group, index) => (
    // The groups of one value never change their order
    <Fragment key={index}>
      {index === 0 ? null : <span className="select-none"> </span>}
      <span className="whitespace-nowrap">{group}</span>
    </Fragment>
  ));
}
