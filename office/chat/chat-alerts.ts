const [SOUND, NOTICE] = ['office-chat-sound', 'office-chat-notice'];

/** Alerts of new questions on this device; off by default. */
export const alertsBySound = (): boolean => localStorage.getItem(SOUND) === 'on';
export const storeSoundAlert = (isOn: boolean): void => localStorage.setItem(SOUND, isOn ? 'on' : 'off');

export const alertsByNotification = (): boolean =>
  localStorage.getItem(NOTICE) === 'on' && 'Notification' in globalThis && Notification.permission === 'granted';

/** Asks for the browser's permission if needed. Returns whether notifications are on now. */
export async function storeNotificationAlert(isOn: boolean): Promise<boolean> {
  const isAllowed = isOn && 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';
  localStorage.setItem(NOTICE, isAllowed ? 'on' : 'off');
  return isAllowed;
}
