import type { Module } from '#server/module.ts';
import { CUSTOMER_LETTER, customerMailKind } from './customer-letters.ts';
import { DESTINATION_LETTER, destinationMailKind } from './destination-letter.ts';
import { ORDER_LETTER, orderMailKind } from './order-letters.ts';
import { PROMISE_LETTER, promiseMailKind } from './promise-letter.ts';
import { SURPLUS_LETTER, surplusMailKind, MAIL_SURPLUS_RETURNED } from './surplus-letter.ts';
import { queueOrderStatusMail } from './queue-status-mail.ts';

export const orderLettersModule: Module = {
  name: 'order-letters',
  tables: ['customer_messages'],
  reactions: [
    { name: 'tell_news', phase: 'mail', onMoved: async (_deps, tx, { after }) => await queueOrderStatusMail(tx, after) },
    MAIL_SURPLUS_RETURNED,
  ],
  letters: (deps) => ({
    [ORDER_LETTER]: orderMailKind(deps),
    [DESTINATION_LETTER]: destinationMailKind(deps),
    [SURPLUS_LETTER]: surplusMailKind(deps),
    [PROMISE_LETTER]: promiseMailKind(deps),
    [CUSTOMER_LETTER]: customerMailKind(deps),
  }),
};
