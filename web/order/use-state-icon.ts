import { useEffect } from 'react';
import type { OrderStatus } from '#core/order/status.ts';
import doneIcon from '#web/icons/order-done.svg?url';
import endedIcon from '#web/icons/order-ended.svg?url';
import goingIcon from '#web/icons/order-going.svg?url';
import turnIcon from '#web/icons/order-turn.svg?url';

type IconName = 'turn' | 'going' | 'done' | 'ended';
const ICONS: Readonly<Record<IconName, string>> = { turn: turnIcon, going: goingIcon, done: doneIcon, ended: endedIcon };

/** Tab icon of each status: customer's turn, in progress, done, ended without an exchange. */
const ICON_OF: Readonly<Record<OrderStatus, IconName>> = {
  awaiting_confirmation: 'turn',
  awaiting_verification: 'going',
  awaiting_requisites: 'going',
  awaiting_payment: 'turn',
  payment_claimed: 'going',
  payment_detected: 'going',
  moderation: 'going',
  compliance_hold: 'going',
  requote: 'turn',
  paid: 'going',
  payout_pending: 'going',
  payout_sent: 'going',
  payout_failed: 'going',
  completed: 'done',
  refund_pending: 'going',
  refunded: 'done',
  expired: 'ended',
  cancelled: 'ended',
  payment_failed: 'ended',
  rejected: 'ended',
};

/** Shows the order's status as the tab icon; restores the site's icon on unmount. */
export function useStateIcon(status: OrderStatus): void {
  const icon = ICONS[ICON_OF[status]];
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link === null) return;
    const siteIcon = link.href;
    link.href = icon;
    return () => {
      link.href = siteIcon;
    };
  }, [icon]);
}
