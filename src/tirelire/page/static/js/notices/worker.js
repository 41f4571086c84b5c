/* Shows what the house says while no page of it is open. It keeps nothing, and answers no request. */

const scope = /** @type {any} */ (self);

scope.addEventListener('push', (/** @type {any} */ event) => {
  const { title, body, url } = event.data.json();
  event.waitUntil(scope.registration.showNotification(title, { body, tag: url, data: url, icon: '/art/house/icon.svg' }));
});

scope.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  const { pathname } = new URL(event.notification.data);
  event.waitUntil((async () => {
    const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const open = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === pathname);
    await (open ? open.focus() : scope.clients.openWindow(pathname));
  })());
});
