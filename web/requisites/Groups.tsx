import { Fragment } from 'react';

/**
 * A requisite in groups of characters. Lines break only between groups. The gaps cannot be selected, so copied text has no spaces.
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
