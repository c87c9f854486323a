import type { Module } from '#server/module.ts';
import { CUSTOMER_EMAIL, customerEmailKind } from './customer-emails.ts';
import {
  DESTINATION_EMAIL,
  destinationEmailKind,
  EMAIL_SURPLUS_RETURNED,
  PROMISE_EMAIL,
  promiseEmailKind,
  SURPLUS_EMAIL,
  surplusEmailKind,
} from './event-emails.ts';
import { ORDER_EMAIL, queueStatusEmail, statusEmailKind } from './order-emails.ts';

export const orderEmailsModule: Module = {
  name: 'order-emails',
  tables: ['customer_messages'],
  reactions: [
    { name: 'tell_news', phase: 'mail', onMoved: async (_deps, tx, { after }) => await queueStatusEmail(tx, after) },
    EMAIL_SURPLUS_RETURNED,
  ],
  emails: (deps) => ({
    [ORDER_EMAIL]: statusEmailKind(deps),
    [DESTINATION_EMAIL]: destinationEmailKind(deps),
    [SURPLUS_EMAIL]: surplusEmailKind(deps),
    [PROMISE_EMAIL]: promiseEmailKind(deps),
    [CUSTOMER_EMAIL]: customerEmailKind(deps),
  }),
};
