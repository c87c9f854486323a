import { redirect, type LoaderFunctionArgs } from 'react-router';
import touchIcon from '#web/icons/apple-touch-icon.png?url';
import smallIcon from '#web/icons/favicon-32.png?url';

/** Addresses that programs ask for without reading a page; the pictures themselves live among the assets. */
export const loader = ({ request }: LoaderFunctionArgs): Response =>
  redirect(new URL(request.url).pathname === '/favicon.ico' ? smallIcon : touchIcon, {
    headers: { 'cache-control': 'public, max-age=3600' },
  });
