/** Notifications of the browser while its page is open but not in sight. */

export const WORKER = '/static/js/notices/worker.js';

/** Whether this browser has notifications at all: those of iPhones have none for a tab. */
export const hasNotifications = () => 'Notification' in window;

/** Whether the reader lets this page notify them. */
export const canNotify = () => hasNotifications() && Notification.permission === 'granted';

/** Ask the reader for their permission; tell whether they gave it. */
export async function askPermission() {
  const isGranted = (await Notification.requestPermission()) === 'granted';
  // Browsers of phones let a service worker notify, and not the page itself.
  if (isGranted) await navigator.serviceWorker?.register(WORKER).catch(() => undefined);
  return isGranted;
}

/** Notify the reader; a press leads back to this page. @param {string} title */
export async function notify(title) {
  const options = { tag: location.pathname, icon: '/art/house/icon.svg', data: location.href };
  try {
    new Notification(title, options).onclick = () => focus();
  } catch {
    const worker = await navigator.serviceWorker?.getRegistration(WORKER);
    await worker?.showNotification(title, options);
  }
}
