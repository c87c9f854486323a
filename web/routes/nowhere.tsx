import { data } from 'react-router';

/** Any address without a page. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function Nowhere() {
  return null;
}
