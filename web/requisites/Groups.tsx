import { Fragment } from 'react';

/**
 * A requisite in groups of characters; lines break between groups only. The gaps are not selectable, so text copied by hand has no spaces.
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
