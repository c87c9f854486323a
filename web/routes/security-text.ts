import type { LoaderFunctionArgs } from 'react-router';
import { siteContext } from '#web/api/site-context.ts';
import { securityText } from '#web/head/security-text.ts';
import { textAnswer } from '#web/head/text-answer.ts';

export const loader = ({ context }: LoaderFunctionArgs): Response =>
  textAnswer(securityText(context.get(siteContext), Date.now()), 'text/plain');
