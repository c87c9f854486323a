import { data } from 'react-router';

/** Any URL without a page. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function Nowhere() {
  return null;
}
