import type { LoaderFunctionArgs } from 'react-router';
import { siteContext } from '#web/api/site-context.ts';
import { securityText, textResponse } from '#web/head/text-files.ts';

export function loader({ context }: LoaderFunctionArgs): Response {
  const { publicUrl, shop } = context.get(siteContext);
  return textResponse(securityText({ publicUrl, supportEmail: shop.contacts.email }, Date.now()), 'text/plain');
}
