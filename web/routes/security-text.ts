import type { LoaderFunctionArgs } from 'react-router';
import { siteContext } from '#web/api/site-context.ts';
import { securityText } from '#web/head/security-text.ts';
import { textResponse } from '#web/head/text-response.ts';

export function loader({ context }: LoaderFunctionArgs): Response {
  const { publicUrl, shop } = context.get(siteContext);
  return textResponse(securityText({ publicUrl, supportEmail: shop.contacts.email }, Date.now()), 'text/plain');
}
