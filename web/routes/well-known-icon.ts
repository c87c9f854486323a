import { redirect, type LoaderFunctionArgs } from 'react-router';
import touchIcon from '#web/icons/apple-touch-icon.png?url';
import smallIcon from '#web/icons/favicon-32.png?url';

/** Icons at fixed URLs that clients request without reading a page: redirects to the hashed assets. */
export const loader = ({ request }: LoaderFunctionArgs): Response =>
  redirect(new URL(request.url).pathname === '/favicon.ico' ? smallIcon : touchIcon, {
    headers: { 'cache-control': 'public, max-age=3600' },
  });
