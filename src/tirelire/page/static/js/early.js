/* Applies the theme and the text size before the page is drawn; `settings.js` does the rest. */
Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem('tirelire-settings') ?? '{}'));
