import type { Module } from '#server/module.ts';
import { CUSTOMER_EMAIL, customerEmailKind } from './customer-emails.ts';
import { DESTINATION_EMAIL, destinationEmailKind } from './destination-email.ts';
import { ORDER_EMAIL, orderEmailKind } from './order-emails.ts';
import { PROMISE_EMAIL, promiseEmailKind } from './promise-email.ts';
import { SURPLUS_EMAIL, surplusEmailKind, MAIL_SURPLUS_RETURNED } from './surplus-email.ts';
import { queueOrderStatusMail } from './queue-status-mail.ts';

export const orderEmailsModule: Module = {
  name: 'order-emails',
  tables: ['customer_messages'],
  reactions: [
    { name: 'tell_news', phase: 'mail', onMoved: async (_deps, tx, { after }) => await queueOrderStatusMail(tx, after) },
    MAIL_SURPLUS_RETURNED,
  ],
  emails: (deps) => ({
    [ORDER_EMAIL]: orderEmailKind(deps),
    [DESTINATION_EMAIL]: destinationEmailKind(deps),
    [SURPLUS_EMAIL]: surplusEmailKind(deps),
    [PROMISE_EMAIL]: promiseEmailKind(deps),
    [CUSTOMER_EMAIL]: customerEmailKind(deps),
  }),
};
