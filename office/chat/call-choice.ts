const [SOUND, NOTICE] = ['office-chat-sound', 'office-chat-notice'];

/** How a new question calls on this device: silently, unless somebody wants otherwise. */
export const callsBySound = (): boolean => localStorage.getItem(SOUND) === 'on';
export const keepSound = (isOn: boolean): void => localStorage.setItem(SOUND, isOn ? 'on' : 'off');

export const callsByNotice = (): boolean =>
  localStorage.getItem(NOTICE) === 'on' && 'Notification' in globalThis && Notification.permission === 'granted';

/** Asks the browser where it has not been asked; whether notices are on now. */
export async function keepNotice(isOn: boolean): Promise<boolean> {
  const isAllowed = isOn && 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';
  localStorage.setItem(NOTICE, isAllowed ? 'on' : 'off');
  return isAllowed;
}
